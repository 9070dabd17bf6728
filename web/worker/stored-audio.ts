import { audioFolder, audioKey, cacheNames, languageHeader } from '../session/offline-caches.ts';

/** The sessions whose audio is kept for this user, the one that was saved last first; in this language, if one is named. */
export async function storedAudio(userId: string, language?: string | null): Promise<readonly string[]> {
  const name = cacheNames.audio(userId);
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  const ids = (await cache.keys()).map(({ url }) => new URL(url).pathname).flatMap(idIn);
  const spoken = await Promise.all(
    ids.map(async (id) => (await cache.match(audioKey(id), { ignoreVary: true }))?.headers.get(languageHeader)),
  );
  return ids.filter((_, index) => language === undefined || spoken[index] === language).reverse();
}

const idIn = (path: string): string[] =>
  path.startsWith(audioFolder) ? [decodeURIComponent(path.slice(audioFolder.length))] : [];
