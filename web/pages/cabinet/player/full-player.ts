import { createStore, useStore } from 'zustand';
import type { ContentItem } from '../content.ts';
import { player } from './player.ts';

const isOpen = createStore<boolean>(() => false);

/** Plays the session in the full player. Has to be called in a tap's own turn: phones allow sound only there. */
export function startSession(item: ContentItem): void {
  player.play(item);
  setFullPlayerOpen(true);
}

export function setFullPlayerOpen(open: boolean): void {
  isOpen.setState(open);
}

/** Whether the full player is open, as far as something is loaded. */
export const useFullPlayerOpen = (): boolean => useStore(isOpen);
