import { ownerOf } from './cache-names.ts';

/** Deletes what is kept of users, all but this one's. Never rejects. */
export async function forgetPersonal(butOf: string | null = null): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => ownerOf(name) !== null && ownerOf(name) !== butOf);
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Nothing can be kept here, so nothing is.
  }
}
