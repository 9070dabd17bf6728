import type { PlayerEvent } from './player-context.ts';

interface Listener {
  readonly send: (event: PlayerEvent) => void;
  /** There may be a line again, or somebody looks again. */
  readonly onBack: () => void;
}

/** Tells of the line, of a page that is about to go, and of a player that has begun in another tab. */
export function followPage({ send, onBack }: Listener, otherTabs: BroadcastChannel | null): void {
  window.addEventListener('online', () => {
    onBack();
    send({ type: 'ONLINE' });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send({ type: 'HIDDEN' });
    else onBack();
  });
  window.addEventListener('pagehide', () => send({ type: 'HIDDEN' }));
  otherTabs?.addEventListener('message', () => send({ type: 'PAUSE' }));
}
