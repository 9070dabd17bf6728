import { useEffect, useMemo } from 'react';
import { createStore, useStore } from 'zustand';
import { languageTag, type Locale } from '../../../../engine/model.ts';
import {
  audioFolder,
  audioKey,
  cacheNames,
  jsonResponse,
  languageHeader,
  sizeHeader,
} from '../../../session/offline-caches.ts';
import { pageLocale } from '../../../session/cookies.ts';
import { onPageLocale } from '../../../session/page-locale.ts';
import { session } from '../../../session/page-session.ts';

/** A session whose audio is on this device. */
export interface SavedSession {
  readonly id: string;
  readonly bytes: number;
}

/** What is stored on this device for its user, in the language on the screen. */
interface Stored {
  readonly sessions: readonly SavedSession[];
  /** Those that the user wants here, also where they haven't arrived. */
  readonly chosen: readonly string[];
}

/** The same, and what is on its way to it. */
export interface OnDevice extends Stored {
  readonly saving: readonly string[];
}

const nothing: OnDevice = { sessions: [], chosen: [], saving: [] };
const device = createStore(() => nothing);
let isFollowing = false;

/** The ids of the sessions that can be played while offline. */
export function useSaved(): ReadonlySet<string> {
  const { sessions } = useOnDevice();
  return useMemo(() => new Set(sessions.map(({ id }) => id)), [sessions]);
}

/** All that is on this device, with its sizes. Nothing where the browser can't keep any. */
export function useOnDevice(): OnDevice {
  useEffect(follow, []);
  return useStore(device);
}

/** In megabytes, as the language writes them. */
export function writeSize(bytes: number, locale: Locale): string {
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(languageTag(locale), format).format(bytes / 1_000_000);
}

/** Looks again at what is kept: something was saved or removed, here or in another tab. Never rejects. */
export async function refreshSaved(): Promise<void> {
  const userId = session().user()?.id;
  const found = userId === undefined ? nothing : await readDevice(userId);
  if (userId !== session().user()?.id) return; // somebody else by now: looked for again already
  if (JSON.stringify(found) !== JSON.stringify(device.getState())) device.setState(found, true);
}

/** From the first who asks on: another user has other sessions, and another language other audio. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  session().onChange(() => void refreshSaved());
  onPageLocale(() => void refreshSaved());
  document.addEventListener('visibilitychange', () => void refreshSaved());
  void refreshSaved();
}

async function readDevice(userId: string): Promise<OnDevice> {
  try {
    const { held = [] } = await navigator.locks.query();
    const locks = held.map(({ name = '' }) => name).filter((name) => name.startsWith(lockPrefix));
    const saving = locks.map((name) => name.slice(lockPrefix.length));
    return { ...(await savedFiles(userId, pageLocale()).read()), saving };
  } catch {
    return nothing; // nothing can be kept here
  }
}

/** A tab that saves a session has the lock of this name with its id. */
export const lockPrefix = 'save-';

/** So many sessions are kept that were not chosen, those played last. */
const maxSaved = 3;

/** Where the order in which sessions were played is kept: their ids, the last one first. */
const orderKey = '/offline/played';

/** Where the ids of the sessions are kept that the user has chosen: they stay until the user removes them. */
const chosenKey = '/offline/chosen';

/** What is stored of one user in this browser, until another user logs in. */
export interface SavedFiles {
  /** The sessions whose audio is here in the language on the screen. */
  readonly list: () => Promise<readonly string[]>;
  /** The same with all that there is to know of them. */
  readonly read: () => Promise<Stored>;
  /** This one was played last; of those that weren't chosen, the oldest go where there are too many. */
  readonly touch: (id: string) => Promise<void>;
  /** Keeps the audio as it arrives. Rejects where it breaks off, and where there is no room for it. */
  readonly put: (id: string, audio: Response) => Promise<void>;
  /** From now on this one stays. */
  readonly choose: (id: string) => Promise<void>;
  /** It goes, and is chosen no more. */
  readonly remove: (id: string) => Promise<void>;
  /**
   * Makes room: removes the session that was played longest ago, but not this one, and none that was chosen. False where
   * there is none.
   */
  readonly dropOldest: (butNot: string) => Promise<boolean>;
}

/** Rejects where the browser keeps nothing, as in some private windows. */
export function savedFiles(userId: string, language: string): SavedFiles {
  const open = () => caches.open(cacheNames.audio(userId));
  const read = async (): Promise<Stored> => {
    if (!(await caches.has(cacheNames.audio(userId)))) return { sessions: [], chosen: [] };
    const cache = await open();
    const files = await Promise.all(
      (await idsIn(cache)).map(async (id) => ({ id, headers: (await cache.match(audioKey(id)))?.headers })),
    );
    const spoken = files.filter(({ headers }) => headers?.get(languageHeader) === language);
    const sessions = spoken.map(({ id, headers }) => ({ id, bytes: Number(headers?.get(sizeHeader) ?? 0) }));
    return { sessions, chosen: await readIds(cache, chosenKey) };
  };
  return {
    read,
    list: async () => (await read()).sessions.map(({ id }) => id),
    touch: async (id) => {
      const cache = await open();
      const chosen = await readIds(cache, chosenKey);
      const played = [id, ...(await readIds(cache, orderKey))].filter((each) => !chosen.includes(each));
      const order = [...new Set(played)].slice(0, maxSaved);
      await cache.put(orderKey, jsonResponse(order));
      const kept = new Set([...order, ...chosen]);
      const others = (await idsIn(cache)).filter((each) => !kept.has(each));
      await Promise.all(others.map((each) => cache.delete(audioKey(each))));
    },
    choose: async (id) => {
      const cache = await open();
      await cache.put(chosenKey, jsonResponse([...new Set([...(await readIds(cache, chosenKey)), id])]));
    },
    remove: async (id) => {
      const cache = await open();
      for (const key of [chosenKey, orderKey])
        await cache.put(key, jsonResponse((await readIds(cache, key)).filter((each) => each !== id)));
      await cache.delete(audioKey(id));
    },
    put: async (id, audio) => {
      const headers = {
        'Content-Type': audio.headers.get('Content-Type') ?? 'audio/mpeg',
        [languageHeader]: language,
        [sizeHeader]: audio.headers.get('Content-Length') ?? '0',
      };
      await (await open()).put(audioKey(id), new Response(audio.body, { headers }));
    },
    dropOldest: async (butNot) => {
      const cache = await open();
      const savedIds = new Set(await idsIn(cache));
      const chosen = await readIds(cache, chosenKey);
      const order = await readIds(cache, orderKey);
      const oldest = order.findLast((id) => id !== butNot && savedIds.has(id) && !chosen.includes(id));
      return oldest !== undefined && cache.delete(audioKey(oldest));
    },
  };
}

async function idsIn(cache: Cache): Promise<string[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths
    .filter((path) => path.startsWith(audioFolder))
    .map((path) => decodeURIComponent(path.slice(audioFolder.length)));
}

async function readIds(cache: Cache, key: string): Promise<readonly string[]> {
  return toIds(await (await cache.match(key))?.json());
}

/** What is read may be of any user. */
function toIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
