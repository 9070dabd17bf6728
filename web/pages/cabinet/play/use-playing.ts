import { usePlayerPart } from '../player/player.ts';

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
