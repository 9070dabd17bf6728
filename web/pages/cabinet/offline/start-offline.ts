import type { ContentItem } from '../content.ts';
import { onPageLocale } from '../../../session/page-locale.ts';
import { resumeChosen, saveSession } from './save-session.ts';
import { connectWorker } from './connect-worker.ts';

/** Registers the worker, and keeps what is played from now on. Never rejects: without it the cabinet needs a line. */
export async function startOffline(player: ListenedPlayer): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  try {
    await connectWorker();
  } catch {
    return; // switched off, or a private window
  }
  keepChosen();
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

/** What is chosen comes now, in each language that is spoken from now on, and when the connection is back. */
function keepChosen(): void {
  resume();
  window.addEventListener('online', resume);
  onPageLocale(resume);
}

function resume(): void {
  resumeChosen().catch(() => undefined); // storage is damaged: everything comes from the server
}

/** What has played for so long is worth keeping. */
const minListenedMilliseconds = 30_000;

/** What is looked at of the player. */
export interface ListenedPlayer {
  readonly view: () => { readonly item: ContentItem | null; readonly status: string };
  readonly onChange: (listener: () => void) => void;
}

interface Dependencies {
  readonly player: ListenedPlayer;
  readonly save: (item: ContentItem) => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** Calls back after so many milliseconds, unless the function that it returns is called before. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

/** Saves each session once it has played for 30 s in all since it was opened, pauses left out. */
export function savePlayed({ player, save, now, after }: Dependencies): void {
  let id: string | null = null;
  let listened = 0;
  let since: number | null = null;
  let stop: (() => void) | null = null;
  const pause = () => {
    if (since === null) return;
    listened += now() - since;
    since = null;
    stop?.();
  };
  const go = () => {
    if (since !== null || listened >= minListenedMilliseconds) return;
    since = now();
    stop = after(minListenedMilliseconds - listened, () => {
      pause();
      listened = minListenedMilliseconds;
      const { item } = player.view();
      if (item !== null) save(item);
    });
  };
  player.onChange(() => {
    const { item, status } = player.view();
    if ((item?.id ?? null) !== id) {
      pause();
      [id, listened] = [item?.id ?? null, 0];
    }
    if (status === 'playing') go();
    else pause();
  });
}
