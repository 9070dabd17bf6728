import { Link } from 'react-router';
import { useTranslation } from '../../../translation.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { ContentItem } from '../content.ts';
import { PlaySession } from '../play/PlaySession.tsx';
import { useLength } from '../play/use-length.ts';
import { usePlaying } from '../play/use-playing.ts';
import { usePlayerPart } from '../player/player.ts';
import styles from './NextSession.module.css';
import { Part } from './Part.tsx';
import { Picture } from './Picture.tsx';

interface Props {
  /** What the listener is in the middle of. */
  readonly next: ContentItem | null;
  /** What suits them best of the rest. */
  readonly first: ContentItem | undefined;
}

/** What to listen to now: what was begun, or else what to start with. */
export function NextSession({ next, first }: Props) {
  const { t } = useTranslation('cabinet');
  if (next) return <Card eyebrow={t('sessions.next.continue')} item={next} />;
  if (first) return <Card eyebrow={t('sessions.next.begin')} item={first} />;
  return (
    <Part title={t('dashboard.all_heard.title')}>
      <p>{t('dashboard.all_heard.text')}</p>
      <div>
        <Link className={buttonClass({ look: 'secondary', small: true })} to="/cabinet/sessions">
          {t('dashboard.sessions')}
        </Link>
      </div>
    </Part>
  );
}

function Card({ eyebrow, item }: { readonly eyebrow: string; readonly item: ContentItem }) {
  const { t } = useTranslation('cabinet');
  const playing = usePlaying(item.id);
  const position = usePlayerPart((view) => (view.item?.id === item.id ? view.positionSeconds : item.positionSeconds));
  const now = { ...item, positionSeconds: position, status: position > 0 ? 'in_progress' : item.status } as const;
  const length = useLength(now);
  return (
    <Part eyebrow={eyebrow} title={item.title}>
      <div className={styles.card}>
        <Picture item={item} large />
        <div className={styles.words}>
          <p>{item.summary}</p>
          <div className={styles.progress}>
            {now.status === 'in_progress' && (
              <ProgressBar value={position} max={item.durationSeconds} label={t('dashboard.progress')} text={length} />
            )}
            <p className={styles.left}>{length}</p>
          </div>
          <PlaySession item={now} {...playing} look="words" />
        </div>
      </div>
    </Part>
  );
}
