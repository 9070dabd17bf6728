import { useTranslation } from '../../../translation.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import styles from './PlayButton.module.css';
import { player } from './player.ts';
import { PlayerIcon } from './PlayerIcon.tsx';
import type { PlayerView } from './player-view.ts';

interface Props {
  readonly view: PlayerView;
  readonly large?: boolean;
}

/** Plays and pauses, tries again, begins anew. A ring turns around it where the sound keeps the listener waiting. */
export function PlayButton({ view, large = false }: Props) {
  const { t } = useTranslation('cabinet');
  const { wanted, status } = view;
  const name = wanted ? 'pause' : status === 'failed' ? 'retry' : status === 'finished' ? 'again' : 'play';
  const waits = wanted && (status === 'loading' || status === 'buffering');
  return (
    <button
      type="button"
      className={large ? `${styles.button} ${styles.large}` : styles.button}
      aria-label={t(`player.${name}`)}
      onClick={() => player.toggle()}
    >
      <PlayerIcon name={wanted ? 'pause' : 'play'} size={large ? 34 : 24} />
      {waits && (
        <span className={styles.waiting}>
          <Spinner />
        </span>
      )}
    </button>
  );
}
