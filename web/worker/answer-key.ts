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
export function contentIdOf(key: string): string | null {
  const id = /^\/api\/v1\/content\/([^/?]+)\/$/.exec(key)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
}

/** What keys of searches begin with: there is one of them at a time. */
const searchPrefix = '/api/v1/content/?';

/** So many answers about single sessions are kept at most. */
export const mostOnes = 20;

export const userKey = '/api/v1/users/me/';

export const listKey = '/api/v1/content/';

/** What the key of one session is. */
export const contentKey = (id: string): string => `${listKey}${encodeURIComponent(id)}/`;

/**
 * The keys that have to go when this one was added; `keys` are all there are, the oldest first. Sessions that can be
 * played without a line stay.
 */
export function outdatedKeys(
  added: string,
  keys: readonly string[],
  playable: readonly string[] = [],
): readonly string[] {
  if (added.startsWith(searchPrefix)) return keys.filter((key) => key.startsWith(searchPrefix) && key !== added);
  const stays = new Set(playable.map(contentKey));
  const ones = keys.filter((key) => contentIdOf(key) !== null && !stays.has(key));
  return ones.slice(0, Math.max(0, ones.length - mostOnes));
}

function isBeginning(query: URLSearchParams): boolean {
  return [...query].every(([name, value]) => name === 'page' && value === '1');
}
