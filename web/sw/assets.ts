import { cacheNames } from '../session/cache-names.ts';
import { scope } from './scope.ts';

/** A file whose name changes with what is in it: what was fetched once is good for ever. */
export async function answerAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) keepAsset(request, response.clone()).catch(() => undefined); // it will be fetched again
  return response;
}

/** Rejects where there is no room, and where storage is off or damaged. */
async function keepAsset(request: Request, response: Response): Promise<void> {
  await (await caches.open(cacheNames.seen(scope.shell.version))).put(request, response);
}

/** Fetches the pictures that an answer of the API names: without them the list looks broken. */
export async function keepPictures(json: string): Promise<void> {
  const paths = [...json.matchAll(/"imageUrl":"(\/assets\/[^"?]+)"/g)].map((match) => match[1]!);
  for (const path of new Set(paths)) await answerAsset(new Request(new URL(path, scope.location.origin)));
}
