import { useTranslation } from '../../../translation.tsx';
import type { ContentItem } from '../content.ts';
import { minutesLeft } from './minutes.ts';
import { Picture } from './Picture.tsx';
import { PlayButton } from './PlayButton.tsx';
import styles from './SessionRows.module.css';
import { usePlaying } from './use-playing.ts';

interface Props {
  readonly items: readonly ContentItem[];
  /** What they are, for screen readers. */
  readonly label: string;
}

/** Sessions to be played, each on a line of its own. */
export function SessionRows({ items, label }: Props) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {items.map((item) => (
        <SessionRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function SessionRow({ item }: { readonly item: ContentItem }) {
  const { t } = useTranslation('cabinet');
  const { isLoaded, isPlaying } = usePlaying(item);
  const { status, durationSeconds, positionSeconds } = item;
  const length = () => {
    if (status === 'in_progress' && positionSeconds > 0)
      return t('dashboard.left', { minutes: minutesLeft(durationSeconds, positionSeconds) });
    const minutes = t('dashboard.minutes', { minutes: minutesLeft(durationSeconds) });
    return status === 'finished' ? `${minutes} · ${t('dashboard.finished')}` : minutes;
  };
  return (
    <li className={isLoaded ? styles.current : styles.row}>
      <Picture item={item} />
      <div className={styles.words}>
        <h3 className={styles.title}>{item.title}</h3>
        <p className={styles.facts}>{isPlaying ? t('dashboard.playing') : length()}</p>
      </div>
      <PlayButton item={item} round />
    </li>
  );
}
