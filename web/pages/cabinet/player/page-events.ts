import type { PlayerEvent } from './player-context.ts';

interface Listener {
  readonly send: (event: PlayerEvent) => void;
  /** There may be a line again, or somebody looks again. */
  readonly onBack: () => void;
  /** The page speaks another language. */
  readonly onLanguage: () => void;
}

/** Tells of the line, of a page that is about to go, of its language, and of a player that has begun in another tab. */
export function followPage({ send, onBack, onLanguage }: Listener, otherTabs: BroadcastChannel | null): void {
  window.addEventListener('online', () => {
    onBack();
    send({ type: 'ONLINE' });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send({ type: 'HIDDEN' });
    else onBack();
  });
  window.addEventListener('pagehide', () => send({ type: 'HIDDEN' }));
  new MutationObserver(onLanguage).observe(document.documentElement, { attributeFilter: ['lang'] });
  otherTabs?.addEventListener('message', () => send({ type: 'PAUSE' }));
}
