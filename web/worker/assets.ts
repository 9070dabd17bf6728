import { cacheNames } from '../session/offline-caches.ts';
import { scope } from './scope.ts';

/** Where the cabinet keeps what it has seen. */
export const seen = (): string => cacheNames.seen(scope.shell.version);

/** Whether it asks for a whole file whose name changes with what is in it: what was fetched once is good for ever. */
export function isAsset({ method, url, headers }: Request): boolean {
  const start = new URL(scope.assets, scope.location.origin).href;
  return method === 'GET' && url.startsWith(start) && !headers.has('Range');
}

/** The addresses of such files that a page loads by itself. */
export function assetsOf(html: string): string[] {
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  return addresses.filter((address) => address.startsWith(scope.assets));
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
  const addresses = [...json.matchAll(/"imageUrl":"([^"?]+)"/g)].map((match) => match[1]!);
  const requests = [...new Set(addresses)].map((address) => new Request(new URL(address, scope.location.origin)));
  for (const request of requests.filter(isAsset)) await answerAsset(request, seen());
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
