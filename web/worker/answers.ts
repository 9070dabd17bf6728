import type { ContentItem, ListeningProgress } from '../../schemas/api/content.ts';
import {
  cacheNames,
  clockOffset,
  jsonResponse,
  removePersonalCaches,
  storedAtHeader,
  withStoredAt,
} from '../session/offline-caches.ts';
import { storePictures, withTimeout } from './assets.ts';
import { storedAudio } from './stored-audio.ts';
import { userOfBearer } from './read-token.ts';

/** After so long without an answer a kept one is given; the page's guard waits 10 s for the user. */
const timeoutMilliseconds = 4_000;

/** Counts how often everything personal was removed: what was asked for before that must not be kept after it. */
let clearings = 0;

/** From now on nothing is known of any user. */
export async function clearAll(): Promise<void> {
  clearings += 1;
  await removePersonalCaches();
}

/** Whether the worker has a say in this request: a GET of the API by a logged-in user. */
export function isCacheable(request: Request): boolean {
  return request.method === 'GET' && keyOf(request) !== null && userOf(request) !== null;
}

/** The server's answer, else the last good one that this user got. `waitUntil` holds the worker until all is kept. */
export async function answer(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const [userId, key] = [userOf(request)!, keyOf(request)!];
  const before = clearings;
  const fromServer = fetch(request).then((response) => {
    if (response.ok) waitUntil(store({ userId, key, before }, response.clone()));
    return response;
  });
  waitUntil(fromServer.catch(() => undefined));
  const response = await withTimeout(fromServer, timeoutMilliseconds);
  const language = request.headers.get('Accept-Language');
  return response ?? (await answerOffline({ userId, key, language }).catch(() => undefined)) ?? fromServer;
}

interface Wanted {
  readonly userId: string;
  readonly key: string;
  readonly language: string | null;
}

/** A session whose audio is not kept is not there while offline: the player would try to play it, and fail. */
async function answerOffline({ userId, key, language }: Wanted): Promise<Response | undefined> {
  const contentId = contentIdOf(key);
  if (contentId !== null && !(await storedAudio(userId)).includes(contentId)) return undefined;
  const stored = await readAnswer(userId, key);
  if (!stored || key !== listKey) return stored;
  const ids = await storedAudio(userId, language);
  const answers = await Promise.all(ids.map((id) => readAnswer(userId, contentKey(id))));
  const playable = await Promise.all(answers.flatMap((each) => each?.json() ?? []));
  const list = playableFirst((await stored.json()) as StoredList, playable as StoredList['items']);
  return jsonResponse(list, { [storedAtHeader]: stored.headers.get(storedAtHeader) ?? '' });
}

/** Brings up to date what is kept of a session: while offline the listener goes on from there. */
export async function updateProgress(userId: string, progress: ListeningProgress): Promise<void> {
  const [before, key, name] = [clearings, contentKey(progress.id), cacheNames.answers(userId)];
  const stored = await readAnswer(userId, key);
  if (!stored) return;
  const item = withProgress((await stored.json()) as ContentItem, progress);
  if (before !== clearings) return;
  await (await caches.open(name)).put(key, jsonResponse(item, stored.headers));
  if (before !== clearings) await caches.delete(name); // forgotten while it was being written
}

/** The last good answer under this key. */
async function readAnswer(userId: string, key: string): Promise<Response | undefined> {
  return caches.match(key, { cacheName: cacheNames.answers(userId), ignoreVary: true });
}

/** The user by the server's last answer. */
export async function readKnownUser(userId: string): Promise<KnownUser | null> {
  const response = await readAnswer(userId, userKey);
  if (!response) return null;
  const { accessTo, language } = (await response.json()) as Omit<KnownUser, 'clockOffset'>;
  return { accessTo, language, clockOffset: clockOffset(response.headers) || 0 };
}

interface KnownUser {
  readonly accessTo?: unknown;
  readonly language?: unknown;
  /** Milliseconds by which the server's clock was ahead of this device's. */
  readonly clockOffset: number;
}

interface Place {
  readonly userId: string;
  readonly key: string;
  /** How often everything had been removed when the answer was asked for. */
  readonly before: number;
}

async function store({ userId, key, before }: Place, response: Response): Promise<void> {
  try {
    const name = cacheNames.answers(userId);
    const body = await response.blob();
    await removePersonalCaches(userId);
    if (before !== clearings) return;
    const cache = await caches.open(name);
    await cache.put(key, new Response(body, { headers: withStoredAt(response.headers) }));
    const keys = (await cache.keys()).map(({ url }) => url.slice(new URL(url).origin.length));
    const outdated = outdatedKeys(key, keys, await storedAudio(userId));
    await Promise.all(outdated.map((each) => cache.delete(each)));
    if (before !== clearings) await caches.delete(name); // forgotten while it was being written
    await storePictures(await body.text());
  } catch {
    // No room, or storage is off: the answer is not kept, that is all.
  }
}

const userOf = (request: Request): string | null => userOfBearer(request.headers.get('Authorization'));
const keyOf = (request: Request): string | null => answerKey(new URL(request.url));

/**
 * Under which address the answer to a GET of the API is kept; null for what is never kept. The dashboard is kept once,
 * whatever its day. Of the list its beginning is kept, and the search that was made last.
 */
export function answerKey(url: URL): string | null {
  const { pathname: path } = url;
  if (path === '/api/v1/users/me/' || path === '/api/v1/dashboard/') return path;
  if (path === '/api/v1/content/') return isBeginning(url.searchParams) ? path : searchPrefix + url.search.slice(1);
  return contentIdOf(path) === null ? null : path;
}

/** Which session the answer under this key is about; null where it is not about one. */
function contentIdOf(key: string): string | null {
  const id = /^\/api\/v1\/content\/([^/?]+)\/$/.exec(key)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
}

/** What keys of searches begin with: there is one of them at a time. */
const searchPrefix = '/api/v1/content/?';

/** So many answers about single sessions are kept at most. */
export const maxItems = 20;

export const userKey = '/api/v1/users/me/';

export const listKey = '/api/v1/content/';

/** What the key of one session is. */
export const contentKey = (id: string): string => `${listKey}${encodeURIComponent(id)}/`;

/**
 * The keys that have to go when this one was added; `keys` are all there are, the oldest first. Sessions that can be
 * played while offline stay.
 */
export function outdatedKeys(
  added: string,
  keys: readonly string[],
  playable: readonly string[] = [],
): readonly string[] {
  if (added.startsWith(searchPrefix)) return keys.filter((key) => key.startsWith(searchPrefix) && key !== added);
  const stays = new Set(playable.map(contentKey));
  const ones = keys.filter((key) => contentIdOf(key) !== null && !stays.has(key));
  return ones.slice(0, Math.max(0, ones.length - maxItems));
}

function isBeginning(query: URLSearchParams): boolean {
  return [...query].every(([name, value]) => name === 'page' && value === '1');
}

/** The part of a list of sessions that is changed here. */
interface StoredList {
  readonly items: readonly Pick<ContentItem, 'id'>[];
}

/** The list while offline: what can be played then comes first, whether or not the list had it. */
export function playableFirst<List extends StoredList>(list: List, playable: StoredList['items']): List {
  const ids = new Set(playable.map(({ id }) => id));
  return { ...list, items: [...playable, ...list.items.filter(({ id }) => !ids.has(id))] };
}

/** The session with what the server has said since of how far the listener is. */
export function withProgress<Item extends Pick<ContentItem, 'id'>>(item: Item, progress: ListeningProgress): Item {
  return item.id === progress.id ? { ...item, ...progress } : item;
}
