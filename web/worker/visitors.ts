import { answerAsset, isAsset } from './assets.ts';
import { answerVisitorPage, cacheName, isVisitorsPage, storeBuild, removeOldBuilds } from './stored-pages.ts';
import { scope, type FetchEvent } from './scope.ts';

/**
 * The worker of the visitors' pages: shows returning visitors the stored page at once, while the browser looks for a
 * newer build (docs/reference/offline.md). A new build takes over as soon as it is here: pages that are open go on with
 * the code of theirs, which stays as long as the build after it.
 */
scope.addEventListener('install', (event) => event.waitUntil(storeBuild().then(() => scope.skipWaiting())));

scope.addEventListener('activate', (event) => event.waitUntil(removeOldBuilds().then(() => scope.clients.claim())));

scope.addEventListener('fetch', (event) => {
  const response = respond(event);
  if (response) event.respondWith(response);
});

/** Undefined for what goes to the server as if there were no worker. */
function respond(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET' && isVisitorsPage(new URL(request.url)))
    return answerVisitorPage(request, (work) => event.waitUntil(work));
  return isAsset(request) ? answerAsset(request, cacheName()) : undefined;
}
