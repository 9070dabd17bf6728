import { useTranslation } from '../../../translation.tsx';
import type { ContentItem } from '../content.ts';
import { PlaySession } from '../play/PlaySession.tsx';
import { useLength } from '../play/use-length.ts';
import { usePlaying } from '../play/use-playing.ts';
import { Picture } from './Picture.tsx';
import styles from './SessionRows.module.css';

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
  const playing = usePlaying(item.id);
  const length = useLength(item);
  const facts = item.status === 'finished' ? `${length} · ${t('sessions.status.finished')}` : length;
  return (
    <li className={playing.isLoaded ? styles.current : styles.row}>
      <Picture item={item} />
      <div className={styles.words}>
        <h3 className={styles.title}>{item.title}</h3>
        <p className={styles.facts}>{playing.isPlaying ? t('sessions.card.playing') : facts}</p>
      </div>
      <PlaySession item={item} {...playing} look="round" />
    </li>
  );
}
