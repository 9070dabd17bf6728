import { useSyncExternalStore } from 'react';
import { pageLocale } from '../../../session/locale.ts';
import { session } from '../../../session/page-session.ts';
import { savedFiles } from './saved-files.ts';

const listeners = new Set<() => void>();
let ids: ReadonlySet<string> = new Set();
let isFollowing = false;

/** Which sessions of the user can be played without a line. Nothing where the browser can't keep any. */
export const saved = {
  has: (id: string): boolean => ids.has(id),

  /** Calls back after each change, until the function it returns is called. */
  onChange: (listener: () => void): (() => void) => {
    follow();
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

/** The ids of the sessions that can be played without a line. */
export function useSaved(): ReadonlySet<string> {
  return useSyncExternalStore(saved.onChange, () => ids);
}

/** Looks again at what is kept: something was saved or removed, here or in another tab. Never rejects. */
export async function lookAtSaved(): Promise<void> {
  const userId = session().user()?.id;
  const kept = userId === undefined ? [] : await listSaved(userId);
  if (userId !== session().user()?.id) return; // somebody else by now: looked for again already
  if (kept.length === ids.size && kept.every((id) => ids.has(id))) return;
  ids = new Set(kept);
  for (const listener of listeners) listener();
}

/** From the first who asks on: another user has other sessions, and another language other audio. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  session().onChange(() => void lookAtSaved());
  new MutationObserver(() => void lookAtSaved()).observe(document.documentElement, { attributeFilter: ['lang'] });
  document.addEventListener('visibilitychange', () => void lookAtSaved());
  void lookAtSaved();
}

function listSaved(userId: string): Promise<readonly string[]> {
  return savedFiles(userId, pageLocale())
    .list()
    .catch(() => []); // nothing can be kept here
}
