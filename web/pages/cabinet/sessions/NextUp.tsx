import { useTranslation } from '../../../translation.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { ContentItem } from '../content.ts';
import { usePlayerPart } from '../player/player.ts';
import { minutes } from './listening.ts';
import styles from './NextUp.module.css';
import { PlayButton } from './PlayButton.tsx';

/** The session that the listener is in the middle of, or that they could begin with. */
export function NextUp({ item }: { readonly item: ContentItem }) {
  const { t } = useTranslation('cabinet');
  const isLoaded = usePlayerPart((view) => view.item?.id === item.id);
  const isPlaying = usePlayerPart(({ wanted }) => wanted) && isLoaded;
  const { title, status, positionSeconds, durationSeconds } = item;
  const isUnderWay = status === 'in_progress';
  const heading = isUnderWay ? t('sessions.next.continue') : t('sessions.next.begin');
  return (
    <section className={styles.next} aria-label={heading}>
      <img className={styles.picture} src={item.imageUrl} width={400} height={400} alt="" />
      <div className={styles.words}>
        <p className={styles.kind}>{heading}</p>
        <p className={styles.title}>{title}</p>
        <p className={styles.left}>
          {isUnderWay
            ? t('sessions.left', { count: minutes(durationSeconds - positionSeconds) })
            : t('sessions.minutes', { count: minutes(durationSeconds) })}
        </p>
        <div className={styles.line} aria-hidden="true">
          {isUnderWay && <ProgressBar value={positionSeconds} max={Math.max(1, durationSeconds)} label="" />}
        </div>
      </div>
      <PlayButton item={item} isLoaded={isLoaded} isPlaying={isPlaying} />
    </section>
  );
}

/** As large as what takes its place. */
export function NextUpSkeleton() {
  return (
    <div className={styles.next} aria-hidden="true">
      <div className={styles.picture} />
      <div className={styles.words}>
        <p className={styles.kind}>&nbsp;</p>
        <p className={styles.title}>&nbsp;</p>
        <p className={styles.left}>&nbsp;</p>
        <div className={styles.line} />
      </div>
    </div>
  );
}
