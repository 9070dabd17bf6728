import { storedAtHeader, withStoredAt } from '../session/offline-caches.ts';
import { assetsOf } from './assets.ts';
import { scope, type VisitorsBuild } from './scope.ts';

/** What is older may name prices and terms that have changed since: it is shown only where the server can't be reached. */
const freshMilliseconds = 7 * 24 * 60 * 60 * 1_000;

const prefix = 'visitors-';

/** The cache of this build: its code, and those of its pages and words that this browser uses. */
export const cacheName = (): string => prefix + scope.visitors.version;

/** Keeps this build: all of its code, and the pages that were kept of the builds before or are open. Rejects where the server has another build by now. */
export async function storeBuild(): Promise<void> {
  const { files, pagesAhead } = scope.visitors;
  await storeFiles(files);
  for (const path of new Set([...pagesAhead, ...(await usedPages())])) {
    const response = await fetch(path, { credentials: 'same-origin', priority: 'low' });
    if (!(await storePage(path, response))) throw new Error(`${path} is not of this build.`);
  }
}

/** Removes all builds but this one and the one before it, which pages that are open may still need. */
export async function removeOldBuilds(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName());
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Whether the worker has a say in what this address shows. An address that asks for a language has the server remember it. */
export function isVisitorsPage({ pathname, searchParams }: URL): boolean {
  return (pathname === '/' || scope.visitors.pages.includes(pathname)) && !searchParams.has('locale');
}

/**
 * The kept page in the visitor's language, at once. The server's where none is kept or it is too old, and where the
 * visitor asks for it by reloading; should it fail, the kept one all the same.
 */
export async function answerVisitorPage(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url);
  if (pathname === '/') return Response.redirect(origin + scope.visitors.home + search);
  const stored = await storedPage(pathname).catch(() => undefined); // storage is off or damaged
  if (stored && isFresh(stored) && request.cache !== 'no-cache') return stored;
  try {
    const response = await fetch(request);
    if (!response.ok && stored) return stored;
    waitUntil(storePage(pathname, response.clone()).catch(() => undefined)); // no room: the next visit is as this one
    return response;
  } catch (error) {
    if (stored) return stored;
    throw error;
  }
}

async function storedPage(path: string): Promise<Response | undefined> {
  const { words, defaultLocale } = scope.visitors;
  const [cache, cookie] = await Promise.all([caches.open(cacheName()), scope.cookieStore.get('locale')]);
  const saved = cookie?.value ?? '';
  const key = pageKey(path, Object.hasOwn(words, saved) ? saved : defaultLocale);
  const stored = await cache.match(key, { ignoreVary: true });
  return stored ?? (cookie ? undefined : cache.match(path, { ignoreVary: true, ignoreSearch: true }));
}

/** By this device's clock alone, however wrong it is. One that was set back since makes no page younger. */
function isFresh(stored: Response): boolean {
  return Math.abs(Date.now() - Date.parse(stored.headers.get(storedAtHeader) ?? '')) < freshMilliseconds;
}

/** Keeps a page after all that it needs, so that it never stands there alone. False for one of another build. */
async function storePage(path: string, response: Response): Promise<boolean> {
  const language = response.headers.get('Content-Language') ?? '';
  const html = await response.clone().text();
  if (!isOfBuild(response, html, scope.visitors)) return false;
  await storeFiles([...assetsOf(html), ...(scope.visitors.words[language] ?? [])]);
  const headers = (await canReadCookies()) ? withStoredAt(response.headers) : response.headers; // never fresh without a time
  await (await caches.open(cacheName())).put(pageKey(path, language), new Response(response.body, { headers }));
  return true;
}

/** Whether the language of the visitor can be known here: Firefox's workers find no cookie, not even their own. */
async function canReadCookies(): Promise<boolean> {
  const { cookieStore } = scope;
  if (await cookieStore.get('locale')) return true;
  await cookieStore.set({ name: probe, value: '1', expires: Date.now() + 60_000 });
  const found = await cookieStore.get(probe);
  await cookieStore.delete(probe);
  return found !== null;
}

const probe = 'workerProbe';

function isOfBuild({ ok, redirected }: Response, html: string, { entry }: VisitorsBuild): boolean {
  return ok && !redirected && html.includes(`"${entry}"`);
}

/** Keeps these files, and asks the server only for those that no build before had. */
async function storeFiles(files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName());
  for (const file of new Set(files)) {
    if (await cache.match(file, { ignoreVary: true })) continue;
    const response = (await caches.match(file, { ignoreVary: true })) ?? (await fetch(file, { priority: 'low' }));
    if (!response.ok) throw new Error(`${file} answered ${response.status}`);
    await cache.put(file, response);
  }
}

/** Paths of the pages that this browser has kept of any build, or has open. */
async function usedPages(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const paths = [...stored.flat(), ...open].map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => scope.visitors.pages.includes(path));
}

const pageKey = (path: string, language: string): string => `${path}?language=${language}`;
