import { cacheNames } from '../session/offline-caches.ts';
import { scope } from './scope.ts';

/** Where the cabinet keeps what it has seen. */
export const seen = (): string => cacheNames.seen(scope.shell.version);

/** Whether it asks for a whole file whose name changes with what is in it: what was fetched once is good for ever. */
export function isAsset({ method, url, headers }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return (
    method === 'GET' && origin === scope.location.origin && pathname.startsWith('/assets/') && !headers.has('Range')
  );
}

/** The kept file, else the server's, which is kept from then on in the cache of that name. */
export async function answerAsset(request: Request, cacheName: string): Promise<Response> {
  const stored = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.status === 200) storeAsset(request, response.clone(), cacheName).catch(() => undefined); // it will be fetched again
  return response;
}

/** Rejects where there is no room, and where storage is off or damaged. */
async function storeAsset(request: Request, response: Response, cacheName: string): Promise<void> {
  await (await caches.open(cacheName)).put(request, response);
}

/** Fetches the pictures that an answer of the API names: without them the list looks broken. */
export async function storePictures(json: string): Promise<void> {
  const paths = [...json.matchAll(/"imageUrl":"(\/assets\/[^"?]+)"/g)].map((match) => match[1]!);
  for (const path of new Set(paths)) await answerAsset(new Request(new URL(path, scope.location.origin)), seen());
}

/** What this resolves to; undefined where that fails or takes longer. */
export async function withTimeout<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
