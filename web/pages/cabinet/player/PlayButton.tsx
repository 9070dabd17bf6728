import { Link } from 'react-router';
import styles from './PlayButton.module.css';
import { type PlayerView, waits } from './player-view.ts';
import { player } from './player.ts';
import { useTranslation } from 'react-i18next';
import { PlayerIcon } from '../../../ui/PlayerIcon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

interface Props {
  readonly view: PlayerView;
  readonly large?: boolean;
}

/** Plays and pauses, tries again, starts over. A ring turns around it where the sound keeps the listener waiting. */
export function PlayButton({ view, large = false }: Props) {
  const { t } = useTranslation('cabinet');
  const { wanted, status } = view;
  const name = wanted ? 'pause' : status === 'failed' ? 'retry' : status === 'finished' ? 'again' : 'play';
  return (
    <button
      type="button"
      data-play
      className={large ? `${styles.button} ${styles.large}` : styles.button}
      aria-label={t(`player.${name}`)}
      onClick={() => player.toggle()}
    >
      <PlayerIcon name={wanted ? 'pause' : 'play'} size={large ? 34 : 24} />
      {wanted && waits(status) && (
        <span className={styles.waiting}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** A turn back or forward around the number of seconds. */
export function SkipIcon({ forward = false }: { readonly forward?: boolean }) {
  const turn = forward ? 'M25.6 8.6A11.2 11.2 0 1 1 16 4.8h3.4' : 'M6.4 8.6A11.2 11.2 0 1 0 16 4.8h-3.4';
  const tip = forward ? 'M16.6 1.6 20 4.8l-3.4 3.2' : 'M15.4 1.6 12 4.8l3.4 3.2';
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={`${turn}${tip}`} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      <text x="16" y="20" fontSize="9.5" fontWeight="650" textAnchor="middle" fill="currentColor" stroke="none">
        15
      </text>
    </svg>
  );
}

/** What there is to say of the player besides where it is; empty where all is well. */
export function useNote({ status, failure, wanted, next, nextInSeconds }: PlayerView): string {
  const { t } = useTranslation('cabinet');
  if (next) return t('player.state.next', { title: next.title, seconds: nextInSeconds });
  if (status === 'failed') return t(`player.state.${failure ?? 'broken'}`);
  if (waits(status)) return wanted ? t(`player.state.${status}`) : '';
  if (status === 'offline' || status === 'finished' || status === 'refused') return t(`player.state.${status}`);
  return '';
}

/** Where it can be helped: the way to the plans, another try, or to leave it at that. */
export function NoteAction({ status, failure, next }: PlayerView) {
  const { t } = useTranslation('cabinet');
  if (next) {
    return (
      <button type="button" className={styles.way} onClick={() => player.stay()}>
        {t('player.stay')}
      </button>
    );
  }
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

/** Tells screen readers of what has happened; not of short waits, which end by themselves. */
export function Announced({ view }: { readonly view: PlayerView }) {
  const { t } = useTranslation('cabinet');
  const ofStatus = useNote(view);
  const note = view.next ? t('player.next_soon', { title: view.next.title }) : ofStatus; // not once a second
  const isEvent = ['preparing', 'offline', 'failed', 'refused', 'finished'].includes(view.status);
  return <output className="unseen">{isEvent && note}</output>;
}
