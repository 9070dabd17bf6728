import { player } from '../player/player.ts';
import { savePlayed } from './save-played.ts';
import { saveSession } from './save-session.ts';
import { openWorkerLine } from './worker-line.ts';

/** Registers the worker, and keeps what is played from now on. Never rejects: without it the cabinet needs a line. */
export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  try {
    await openWorkerLine();
  } catch {
    return; // switched off, or a private window
  }
  savePlayed({
    player,
    save: ({ id }) => void saveSession(id),
    now: () => performance.now(),
    after: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}
