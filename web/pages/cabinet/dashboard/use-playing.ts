import type { ContentItem } from '../content.ts';
import { player, usePlayerPart } from '../player/player.ts';

interface Playing {
  /** It is what the player has. */
  readonly isLoaded: boolean;
  /** It plays, or will as soon as it can. */
  readonly isPlaying: boolean;
  /** Plays or pauses it. */
  readonly press: () => void;
}

/** How a session and the player stand to each other. */
export function usePlaying(item: ContentItem): Playing {
  const isLoaded = usePlayerPart((view) => view.item?.id === item.id);
  const isPlaying = usePlayerPart((view) => view.item?.id === item.id && view.wanted);
  return { isLoaded, isPlaying, press: () => (isLoaded ? player.toggle() : player.play(item)) };
}
