import type { WorkerMessage } from '../session/offline-caches.ts';
import { answer, clearAll, isCacheable, updateProgress } from './answers.ts';
import { answerAsset, isAsset, seen } from './assets.ts';
import { answerAudio, audioAskedFor } from './audio.ts';
import { scope, type FetchEvent } from './scope.ts';
import { answerMemberPage, cacheLanguage, storeShell, removeOtherBuilds } from './shell.ts';

/**
 * The worker of the members' pages: opens them while offline, and plays what is kept (docs/reference/offline.md). A new version
 * waits until no page uses the old one, so that an open page always finds the rest of its own build.
 */
scope.addEventListener('install', (event) => event.waitUntil(storeShell()));

scope.addEventListener('activate', (event) => event.waitUntil(claimClients()));

scope.addEventListener('fetch', (event) => {
  const response = respond(event);
  if (response) event.respondWith(response);
});

scope.addEventListener('message', (event) => {
  event.waitUntil(obey(event.data as WorkerMessage, (work) => event.waitUntil(work)).catch(() => undefined));
});

async function claimClients(): Promise<void> {
  await removeOtherBuilds();
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** Undefined for what goes to the server as if there were no worker. */
function respond(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  if (request.mode === 'navigate') return request.method === 'GET' ? answerMemberPage(event) : undefined;
  if (isCacheable(request)) return answer(request, (work) => event.waitUntil(work));
  const ticket = audioAskedFor(request);
  if (ticket) return answerAudio(request, ticket);
  return isAsset(request) ? answerAsset(request, seen()) : undefined;
}

async function obey(message: WorkerMessage, waitUntil: (work: Promise<unknown>) => void): Promise<void> {
  switch (message.type) {
    case 'forget':
      return clearAll();
    case 'language':
      return cacheLanguage(message.language);
    case 'progress':
      return updateProgress(message.userId, message.progress);
    case 'remember': {
      const requests = message.urls.map(
        (url) => new Request(url, { headers: message.headers, credentials: 'include' }),
      );
      await Promise.all(requests.filter(isCacheable).map((request) => answer(request, waitUntil)));
    }
  }
}
