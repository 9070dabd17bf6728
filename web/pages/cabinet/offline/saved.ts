import { useSyncExternalStore } from 'react';
import { audioFolder, audioKey, cacheNames, languageHeader } from '../../../session/offline-caches.ts';
import { pageLocale } from '../../../session/cookies.ts';
import { session } from '../../../session/page-session.ts';

const listeners = new Set<() => void>();
let ids: ReadonlySet<string> = new Set();
let isFollowing = false;

/** Which sessions of the user can be played while offline. Nothing where the browser can't keep any. */
export const saved = {
  has: (id: string): boolean => ids.has(id),

  /** Calls back after each change, until the function it returns is called. */
  onChange: (listener: () => void): (() => void) => {
    follow();
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

/** The ids of the sessions that can be played while offline. */
export function useSaved(): ReadonlySet<string> {
  return useSyncExternalStore(saved.onChange, () => ids);
}

/** Looks again at what is kept: something was saved or removed, here or in another tab. Never rejects. */
export async function refreshSaved(): Promise<void> {
  const userId = session().user()?.id;
  const savedIds = userId === undefined ? [] : await listSaved(userId);
  if (userId !== session().user()?.id) return; // somebody else by now: looked for again already
  if (savedIds.length === ids.size && savedIds.every((id) => ids.has(id))) return;
  ids = new Set(savedIds);
  for (const listener of listeners) listener();
}

/** From the first who asks on: another user has other sessions, and another language other audio. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  session().onChange(() => void refreshSaved());
  new MutationObserver(() => void refreshSaved()).observe(document.documentElement, { attributeFilter: ['lang'] });
  document.addEventListener('visibilitychange', () => void refreshSaved());
  void refreshSaved();
}

function listSaved(userId: string): Promise<readonly string[]> {
  return savedFiles(userId, pageLocale())
    .list()
    .catch(() => []); // nothing can be kept here
}

/** So many sessions are kept, those played last. */
const maxSaved = 3;

/** Where the order in which sessions were played is kept: their ids, the last one first. */
const orderKey = '/offline/played';

/** What is stored of one user in this browser, until another user logs in. */
export interface SavedFiles {
  /** The sessions whose audio is here in the language on the screen. */
  readonly list: () => Promise<readonly string[]>;
  /** This one was played last; the oldest go where there are too many. */
  readonly touch: (id: string) => Promise<void>;
  /** Keeps the audio as it arrives. Rejects where it breaks off, and where there is no room for it. */
  readonly put: (id: string, audio: Response) => Promise<void>;
  /** Makes room: removes the session that was played longest ago, but not this one. False where there is none. */
  readonly dropOldest: (butNot: string) => Promise<boolean>;
}

/** Rejects where the browser keeps nothing, as in some private windows. */
export function savedFiles(userId: string, language: string): SavedFiles {
  const open = () => caches.open(cacheNames.audio(userId));
  return {
    list: async () => {
      if (!(await caches.has(cacheNames.audio(userId)))) return [];
      const cache = await open();
      const ids = await idsIn(cache);
      const spoken = await Promise.all(ids.map(async (id) => (await cache.match(audioKey(id)))?.headers));
      return ids.filter((_, index) => spoken[index]?.get(languageHeader) === language);
    },
    touch: async (id) => {
      const cache = await open();
      await removeOthers(moveToFront(id, await readOrder(cache)), cache);
    },
    put: async (id, audio) => {
      const headers = { 'Content-Type': audio.headers.get('Content-Type') ?? 'audio/mpeg', [languageHeader]: language };
      await (await open()).put(audioKey(id), new Response(audio.body, { headers }));
    },
    dropOldest: async (butNot) => {
      const cache = await open();
      const savedIds = new Set(await idsIn(cache));
      const oldest = (await readOrder(cache)).findLast((id) => id !== butNot && savedIds.has(id));
      return oldest !== undefined && cache.delete(audioKey(oldest));
    },
  };
}

/** The sessions played last, with this one before all others. */
export function moveToFront(id: string, before: readonly string[]): readonly string[] {
  return [id, ...before.filter((other) => other !== id)].slice(0, maxSaved);
}

/** Keeps these and no others. */
async function removeOthers(ids: readonly string[], cache: Cache): Promise<void> {
  await cache.put(orderKey, Response.json(ids));
  const others = (await idsIn(cache)).filter((id) => !ids.includes(id));
  await Promise.all(others.map((id) => cache.delete(audioKey(id))));
}

async function idsIn(cache: Cache): Promise<string[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths
    .filter((path) => path.startsWith(audioFolder))
    .map((path) => decodeURIComponent(path.slice(audioFolder.length)));
}

async function readOrder(cache: Cache): Promise<readonly string[]> {
  return toIds(await (await cache.match(orderKey))?.json());
}

/** What is read may be of any user. */
function toIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
