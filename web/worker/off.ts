/**
 * The worker that undoes the others: what a site publishes as `sw.js` and `visitor-worker.js` that wants none any more
 * (docs/reference/offline.md).
 * It takes over at once, removes all that was kept, and itself; open pages go on without it.
 */
import { scope } from './scope.ts';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('activate', (event) => event.waitUntil(removeEverything()));

async function removeEverything(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await scope.registration.unregister();
}
