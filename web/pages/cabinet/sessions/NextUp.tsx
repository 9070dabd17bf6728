import { useTranslation } from '../../../translation.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { ContentItem } from '../content.ts';
import { PlaySession } from '../play/PlaySession.tsx';
import { useLength } from '../play/use-length.ts';
import { usePlaying } from '../play/use-playing.ts';
import styles from './NextUp.module.css';

/** The session that the listener is in the middle of, or that they could begin with. */
export function NextUp({ item }: { readonly item: ContentItem }) {
  const { t } = useTranslation('cabinet');
  const playing = usePlaying(item.id);
  const length = useLength(item);
  const { title, status, positionSeconds, durationSeconds } = item;
  const isUnderWay = status === 'in_progress';
  const heading = isUnderWay ? t('sessions.next.continue') : t('sessions.next.begin');
  return (
    <section className={styles.next} aria-label={heading}>
      <img className={styles.picture} src={item.imageUrl} width={400} height={400} alt="" />
      <div className={styles.words}>
        <p className={styles.kind}>{heading}</p>
        <p className={styles.title}>{title}</p>
        <p className={styles.left}>{length}</p>
        <div className={styles.line} aria-hidden="true">
          {isUnderWay && <ProgressBar value={positionSeconds} max={Math.max(1, durationSeconds)} label="" />}
        </div>
      </div>
      <PlaySession item={item} {...playing} look="cover" />
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
