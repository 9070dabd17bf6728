import { useSyncExternalStore } from 'react';

/** Whether the browser knows that it has no line. With one that leads nowhere it does not know. */
export function useOffline(): boolean {
  return useSyncExternalStore(follow, () => !navigator.onLine);
}

function follow(listener: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['online', 'offline']) window.addEventListener(type, listener, { signal: listening.signal });
  return () => listening.abort();
}
