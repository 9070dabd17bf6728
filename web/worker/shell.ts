import { cacheNames, isOfOtherBuild, ownerOf, workerScope } from '../session/offline-caches.ts';
import { readKnownUser } from './answers.ts';
import { scope, type FetchEvent, type Shell } from './scope.ts';
import { assetsOf, withTimeout } from './assets.ts';

/** A line that is dead for so long is taken for none. */
const timeoutMilliseconds = 3_000;

const firstPage = '/cabinet/sessions';

/** Fetches all that the cabinet consists of, in the language that the server picks for this browser. */
export async function storeShell(): Promise<void> {
  const cache = await openShell();
  await cache.addAll(scope.shell.files);
  await storePages();
}

/** Adds the pages and words of the language that the browser has chosen by now, unless they are there. */
export async function cacheLanguage(language: string): Promise<void> {
  const cache = await openShell();
  const last = scope.shell.pages.at(-1)!; // where it is kept, all are
  if ((await cache.match(pageKey(last, language), { ignoreVary: true })) === undefined) await storePages();
}

/** Removes what other builds left. By the time this one is in charge, no page uses them any more. */
export async function removeOtherBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => isOfOtherBuild(name, scope.shell.version));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The page as the server has it, else the one of this build, in the member's language where that is kept. */
export async function answerMemberPage(event: FetchEvent): Promise<Response> {
  const fromServer = askServer(event);
  const response = await withTimeout(fromServer, timeoutMilliseconds);
  return response ?? (await storedPage(new URL(event.request.url).pathname).catch(() => undefined)) ?? fromServer;
}

/** What was asked for ahead, where that has come: Firefox resolves it to an error where the server can't be reached. */
async function askServer({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const preloaded = await preloadResponse;
  return preloaded && preloaded.type !== 'error' ? preloaded : fetch(request);
}

/** Whether all that a page loads at once is part of this build: while a new one is published, it may not be. */
export function isOfBuild(html: string, { files, words }: Pick<Shell, 'files' | 'words'>): boolean {
  const known = new Set([...files, ...Object.values(words).flat()]);
  const needed = assetsOf(html).filter((address) => address.endsWith('.js'));
  return needed.length > 0 && needed.every((address) => known.has(address));
}

async function storePages(): Promise<void> {
  const cache = await openShell();
  for (const page of scope.shell.pages) {
    const response = await fetch(page, { credentials: 'same-origin' });
    const language = response.headers.get('Content-Language') ?? '';
    if (!response.ok || !isOfBuild(await response.clone().text(), scope.shell))
      throw new Error(`${page} is not of this build.`);
    await cache.addAll(scope.shell.words[language] ?? []);
    await cache.put(pageKey(page, language), response);
  }
}

async function storedPage(path: string): Promise<Response | undefined> {
  if (path.replace(/\/+$/, '') === workerScope) return Response.redirect(firstPage);
  const cache = await openShell();
  const languages = [await memberLanguage(), ...Object.keys(scope.shell.words)];
  for (const page of [path, firstPage]) {
    for (const language of languages) {
      const stored = await cache.match(pageKey(page, language), { ignoreVary: true });
      if (stored) return stored;
    }
  }
  return undefined;
}

async function memberLanguage(): Promise<string> {
  const userId = (await caches.keys()).map(ownerOf).find((owner) => owner !== null);
  const user = userId ? await readKnownUser(userId) : null;
  return typeof user?.language === 'string' ? user.language : '';
}

const pageKey = (page: string, language: string): string => `${page}?language=${language}`;
const openShell = (): Promise<Cache> => caches.open(cacheNames.shell(scope.shell.version));
