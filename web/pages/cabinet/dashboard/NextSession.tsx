import { Link } from 'react-router';
import { useTranslation } from '../../../translation.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { ContentItem } from '../content.ts';
import { usePlayerPart } from '../player/player.ts';
import { minutesLeft } from './minutes.ts';
import styles from './NextSession.module.css';
import { Part } from './Part.tsx';
import { Picture } from './Picture.tsx';
import { PlayButton } from './PlayButton.tsx';

interface Props {
  /** What the listener is in the middle of. */
  readonly next: ContentItem | null;
  /** What suits them best of the rest. */
  readonly first: ContentItem | undefined;
}

/** What to listen to now: what was begun, or else what to start with. */
export function NextSession({ next, first }: Props) {
  const { t } = useTranslation('cabinet');
  if (next) return <Card eyebrow={t('dashboard.continue')} item={next} />;
  if (first) return <Card eyebrow={t('dashboard.start')} item={first} />;
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
  const { durationSeconds: duration } = item;
  const position = usePlayerPart((view) => (view.item?.id === item.id ? view.positionSeconds : item.positionSeconds));
  const left = t('dashboard.left', { minutes: minutesLeft(duration, position) });
  return (
    <Part eyebrow={eyebrow} title={item.title}>
      <div className={styles.card}>
        <Picture item={item} large />
        <div className={styles.words}>
          <p>{item.summary}</p>
          {position > 0 ? (
            <div className={styles.progress}>
              <ProgressBar value={position} max={duration} label={t('dashboard.progress')} text={left} />
              <p className={styles.left}>{left}</p>
            </div>
          ) : (
            <p className={styles.left}>{t('dashboard.minutes', { minutes: minutesLeft(duration) })}</p>
          )}
          <PlayButton item={item} />
        </div>
      </div>
    </Part>
  );
}
