import { memo, useId } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { ContentItem } from '../content.ts';
import { wholeMinutes } from '../play/minutes.ts';
import { PlaySession } from '../play/PlaySession.tsx';
import type { Playing } from '../play/use-playing.ts';
import styles from './SessionCard.module.css';

interface Props extends Playing {
  readonly item: ContentItem;
  /** In words. */
  readonly category: string;
  readonly voice: string;
  /** Whether it can be played without a line. */
  readonly isSaved: boolean;
}

/** A session of the list; a tap anywhere on it plays and pauses it. */
export const SessionCard = memo(function SessionCard(props: Props) {
  const { item, category, voice, isLoaded, isPlaying, isSaved } = props;
  const { t } = useTranslation('cabinet');
  const id = useId();
  return (
    <article className={isLoaded ? styles.loaded : styles.card} aria-labelledby={id}>
      <img className={styles.picture} src={item.imageUrl} width={400} height={400} alt="" loading="lazy" />
      {item.status === 'in_progress' && (
        <div className={styles.line} aria-hidden="true">
          <ProgressBar value={item.positionSeconds} max={Math.max(1, item.durationSeconds)} label="" />
        </div>
      )}
      <div className={styles.words}>
        <p className={styles.kind}>
          <span>{category}</span>
          {item.recommended && <span className={styles.mark}>{t('sessions.card.recommended')}</span>}
        </p>
        <h3 id={id} className={styles.title}>
          {item.title}
        </h3>
        <p className={styles.summary}>{item.summary}</p>
        <p className={styles.facts}>
          <span>{t('sessions.minutes', { count: wholeMinutes(item.durationSeconds) })}</span>
          <span>{voice}</span>
          {isSaved && <span>{t('sessions.card.saved')}</span>}
        </p>
        <Standing item={item} isPlaying={isPlaying} />
      </div>
      <div className={styles.button}>
        <PlaySession item={item} isLoaded={isLoaded} isPlaying={isPlaying} look="cover" />
      </div>
    </article>
  );
});

/** How far the listener is, in the words of the specification (section 2). */
function Standing({ item, isPlaying }: Pick<Props, 'item' | 'isPlaying'>) {
  const { t } = useTranslation('cabinet');
  const { status, positionSeconds, durationSeconds } = item;
  const isUnderWay = status === 'in_progress';
  const isFinished = status === 'finished' && !isPlaying;
  return (
    <p className={isFinished ? styles.finished : styles.status}>
      {isFinished && <Icon name="check" size={16} />}
      <span>{isPlaying ? t('sessions.card.playing') : t(`sessions.status.${status}`)}</span>
      {isUnderWay && <span>{t('sessions.left', { count: wholeMinutes(durationSeconds - positionSeconds) })}</span>}
    </p>
  );
}
