import type { ContentItem } from './content.ts';
import { type Extent, minutesLeft } from './times.ts';
import { startSession } from './player/full-player.ts';
import { player, usePlayerPart } from './player/player.ts';
import styles from './PlaySession.module.css';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { PlayerIcon } from '../../ui/PlayerIcon.tsx';

interface Props extends Playing {
  readonly item: ContentItem;
  /**
   * `cover` can be pressed anywhere on the positioned element around it, `round` is a sign beside a title, and `words`
   * says what it does.
   */
  readonly look: 'cover' | 'round' | 'words';
}

/** Plays a session, and pauses it. Its name is the same everywhere: what it does, the title, and how long it takes. */
export function PlaySession({ item, isLoaded, isPlaying, look }: Props) {
  const { t } = useTranslation('cabinet');
  const isInProgress = item.status === 'in_progress';
  const does = isPlaying ? 'pause' : isInProgress ? 'continue' : 'play';
  const name = t(`sessions.card.${does}`, { title: item.title, count: minutesLeft(item) });
  const press = () => (isLoaded ? player.toggle() : startSession(item));
  const icon = <PlayerIcon name={isPlaying ? 'pause' : 'play'} size={20} />;
  if (look === 'words') {
    return (
      <Button aria-label={name} onClick={press}>
        {icon}
        {t(`sessions.card.words.${does}`)}
      </Button>
    );
  }
  return (
    <button type="button" className={styles[look]} aria-label={name} onClick={press}>
      {look === 'cover' ? <span className={styles.sign}>{icon}</span> : icon}
    </button>
  );
}

/** How a session and the player stand to each other. */
export interface Playing {
  /** It is what the player has. */
  readonly isLoaded: boolean;
  /** It plays, or will as soon as it can. */
  readonly isPlaying: boolean;
}

/** How the session with this id and the player stand to each other. */
export function usePlaying(id: string): Playing {
  const isLoaded = usePlayerPart(({ item }) => item?.id === id);
  const isPlaying = usePlayerPart(({ item, wanted }) => wanted && item?.id === id);
  return { isLoaded, isPlaying };
}

/** Says how long a session is, or how much of it is left where it is in progress. */
export function useLength(extent: Extent): string {
  const { t } = useTranslation('cabinet');
  return t(extent.status === 'in_progress' ? 'sessions.left' : 'sessions.minutes', { count: minutesLeft(extent) });
}
