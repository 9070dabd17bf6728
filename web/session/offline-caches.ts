import type { ListeningProgress } from '../../schemas/api/content.ts';

/**
 * The names of what is kept in this browser for playing while offline. Page and worker both go by them. What is named
 * for a user is that user's alone.
 */
export const cacheNames = {
  /** Code, words and pages of one build. */
  shell: (version: string) => `shell-${version}`,
  /** What else was fetched of one build: pictures, pages besides. */
  seen: (version: string) => `seen-${version}`,
  /** The last good answers of the API. */
  answers: (userId: string) => `answers-${userId}`,
  /** The audio of the sessions that were chosen, and of those played last. */
  audio: (userId: string) => `audio-${userId}`,
} as const;

/** Whose it is; null for what is the same for all. */
export function ownerOf(name: string): string | null {
  return /^(?:answers|audio)-(.+)$/.exec(name)?.[1] ?? null;
}

/** Whether it belongs to another build than this one. */
export function isOfOtherBuild(name: string, version: string): boolean {
  return /^(?:shell|seen)-/.test(name) && name !== cacheNames.shell(version) && name !== cacheNames.seen(version);
}

/** The address below which audio is kept; nothing is ever served from there. */
export const audioFolder = '/offline/audio/';

/** Where a session's audio is kept in the cache of its user. */
export const audioKey = (contentId: string): string => audioFolder + encodeURIComponent(contentId);

/** Says in which language kept audio speaks. */
export const languageHeader = 'x-kept-language';

/** Says how many bytes kept audio has. */
export const sizeHeader = 'x-kept-bytes';

/** Says that an answer was kept, and since when. */
export const storedAtHeader = 'x-kept-since';

/**
 * Milliseconds by which the server's clock is ahead of this device's, by an answer's `Date`; NaN where it has none. An
 * answer that was kept says when, by this device's clock, so that it can still be compared.
 */
export function clockOffset(headers: Headers): number {
  const storedAt = headers.get(storedAtHeader);
  return Date.parse(headers.get('Date') ?? '') - (storedAt === null ? Date.now() : Date.parse(storedAt));
}

/** The headers of an answer that is kept from now on, by this device's clock. */
export function withStoredAt(of: Headers): Headers {
  const headers = new Headers(of);
  headers.set(storedAtHeader, new Date().toISOString());
  return headers;
}

/** What is stored as JSON. `Response.json` came with Safari 17. */
export function jsonResponse(value: unknown, headers?: HeadersInit): Response {
  const all = new Headers(headers);
  all.set('Content-Type', 'application/json');
  return new Response(JSON.stringify(value), { headers: all });
}

/** What the page asks the worker for. */
export type WorkerMessage =
  /** No user is logged in, or another one: personal data is removed. */
  | { readonly type: 'forget' }
  /** The page speaks this language now. */
  | { readonly type: 'language'; readonly language: string }
  /** The server knows by now how far this user is in a session. */
  | { readonly type: 'progress'; readonly userId: string; readonly progress: ListeningProgress }
  /** Fetches these answers, because the page got them past the worker. */
  | { readonly type: 'remember'; readonly urls: readonly string[]; readonly headers: Readonly<Record<string, string>> };

/** The pages that the worker looks after. */
export const workerScope = '/cabinet';

/** Removes all stored data of the last user, also what the worker is about to store. Never rejects. */
export async function clearOfflineData(): Promise<void> {
  await Promise.all([notifyWorker({ type: 'forget' }), removePersonalCaches()]);
}

/** Sends a message to the worker of the cabinet, where there is one. Never rejects. */
export async function notifyWorker(message: WorkerMessage): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(workerScope);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no target, windows do
    registration?.active?.postMessage(message);
  } catch {
    // There are no workers here: switched off, or an address without https.
  }
}

/** Deletes the caches of all users but this one. Never rejects. */
export async function removePersonalCaches(butOf: string | null = null): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => ownerOf(name) !== null && ownerOf(name) !== butOf);
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Nothing can be kept here, so nothing is.
  }
}
