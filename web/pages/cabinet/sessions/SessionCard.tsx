import { memo, useId } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { ContentItem } from '../content.ts';
import { minutes } from './listening.ts';
import { PlayButton } from './PlayButton.tsx';
import styles from './SessionCard.module.css';

interface Props {
  readonly item: ContentItem;
  /** In words. */
  readonly category: string;
  readonly voice: string;
  /** Whether the player holds it. */
  readonly isLoaded: boolean;
  /** Whether it plays, or will as soon as it can. */
  readonly isPlaying: boolean;
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
          <span>{t('sessions.minutes', { count: minutes(item.durationSeconds) })}</span>
          <span>{voice}</span>
          {isSaved && <span>{t('sessions.card.saved')}</span>}
        </p>
        <Standing item={item} isPlaying={isPlaying} />
      </div>
      <div className={styles.button}>
        <PlayButton item={item} isLoaded={isLoaded} isPlaying={isPlaying} />
      </div>
    </article>
  );
});

/** How far the listener is: the words of the specification (section 2), and a line while it is in progress. */
function Standing({ item, isPlaying }: Pick<Props, 'item' | 'isPlaying'>) {
  const { t } = useTranslation('cabinet');
  const { status, positionSeconds, durationSeconds } = item;
  const isUnderWay = status === 'in_progress';
  return (
    <>
      <p className={status === 'finished' ? styles.finished : styles.status}>
        {status === 'finished' && <Icon name="check" size={16} />}
        <span>{isPlaying ? t('sessions.card.playing') : t(`sessions.status.${status}`)}</span>
        {isUnderWay && <span>{t('sessions.left', { count: minutes(durationSeconds - positionSeconds) })}</span>}
      </p>
      {/* The words say the same. */}
      <div className={styles.line} aria-hidden="true">
        {isUnderWay && <ProgressBar value={positionSeconds} max={Math.max(1, durationSeconds)} label="" />}
      </div>
    </>
  );
}
