import { Link } from 'react-router';
import { useTranslation } from '../../../translation.tsx';
import styles from './PlayerNote.module.css';
import { player } from './player.ts';
import type { PlayerView } from './player-view.ts';

/** What there is to say of the player besides where it is; empty where all is well. */
export function useNote({ status, failure, wanted }: PlayerView): string {
  const { t } = useTranslation('cabinet');
  if (status === 'failed') return t(`player.state.${failure ?? 'broken'}`);
  if (status === 'loading' || status === 'buffering') return wanted ? t(`player.state.${status}`) : '';
  if (status === 'offline' || status === 'finished' || status === 'refused') return t(`player.state.${status}`);
  return '';
}

/** Where it can be helped: the way to the plans, or another try. */
export function NoteWay({ status, failure }: PlayerView) {
  const { t } = useTranslation('cabinet');
  if (status === 'refused') {
    return (
      <Link className={styles.way} to="/cabinet/payment">
        {t('player.plans')}
      </Link>
    );
  }
  if (status !== 'failed' || failure === 'gone') return null;
  return (
    <button type="button" className={styles.way} onClick={() => player.toggle()}>
      {t('player.retry')}
    </button>
  );
}

/** Tells screen readers of what has happened; not of waits, which end by themselves. */
export function Announced({ view }: { readonly view: PlayerView }) {
  const note = useNote(view);
  const isEvent = ['offline', 'failed', 'refused', 'finished'].includes(view.status);
  return <output className="unseen">{isEvent && note}</output>;
}
