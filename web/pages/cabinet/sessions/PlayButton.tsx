import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { ContentItem } from '../content.ts';
import { player } from '../player/player.ts';
import { minutes } from './listening.ts';
import styles from './PlayButton.module.css';

interface Props {
  readonly item: ContentItem;
  readonly isLoaded: boolean;
  readonly isPlaying: boolean;
}

/** Plays a session, and pauses it. It can be pressed anywhere on the positioned element around it. */
export function PlayButton({ item, isLoaded, isPlaying }: Props) {
  const { t } = useTranslation('cabinet');
  const { title, status, durationSeconds, positionSeconds } = item;
  const isUnderWay = status === 'in_progress';
  const count = minutes(isUnderWay ? durationSeconds - positionSeconds : durationSeconds);
  const does = isPlaying ? 'pause' : isUnderWay ? 'continue' : 'play';
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={t(`sessions.card.${does}`, { title, count })}
      onClick={() => (isLoaded ? player.toggle() : player.play(item))}
    >
      <span className={styles.sign}>
        <Icon name={isPlaying ? 'pause' : 'play'} size={20} />
      </span>
    </button>
  );
}
