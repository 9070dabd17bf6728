import { notifyWorker, workerScope } from '../../../session/offline-caches.ts';
import { pageLocale } from '../../../session/cookies.ts';
import { onPageLocale } from '../../../session/page-locale.ts';
import { session } from '../../../session/page-session.ts';
import { addressOf, content } from '../content.ts';

/** What the cabinet opens with. */
export const overview = ['/api/v1/users/me/', '/api/v1/content/', '/api/v1/dashboard/'];

let noteActive: (active: Promise<void>) => void;
/** Once the worker is there; never where there is none. */
const active = new Promise<void>((resolve) => {
  noteActive = resolve;
});

/** Registers the worker of the cabinet and keeps it informed. Rejects where the browser or its user wants none. */
export async function connectWorker(): Promise<void> {
  const wasWatched = navigator.serviceWorker.controller?.scriptURL.endsWith('/sw.js') === true;
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: workerScope });
  noteActive(untilActive(registration));
  followLanguage();
  cacheForUser(wasWatched);
  followProgress();
}

/** Has the worker fetch and keep these answers, as soon as it is there. Never rejects. */
export async function cacheAnswers(paths: readonly string[]): Promise<void> {
  await active;
  const token = session().tokens.read()?.accessToken;
  if (token === undefined) return;
  const urls = paths.map((path) => new URL(addressOf(path), location.origin).href);
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': pageLocale() };
  await notifyWorker({ type: 'remember', urls, headers });
}

/** The worker keeps the pages and words of each language that was spoken. */
function followLanguage(): void {
  const change = async () => {
    await sendLanguage();
    await cacheAnswers(overview); // what is kept speaks the language before, the user too
  };
  onPageLocale(() => void change());
  void sendLanguage();
}

async function sendLanguage(): Promise<void> {
  await active;
  await notifyWorker({ type: 'language', language: pageLocale() });
}

/**
 * Answers that came before the worker was there are fetched once more by it, and those to a document that began
 * elsewhere, such as at LOGIN: the worker never sees what that one asks for.
 */
function cacheForUser(wasWatched: boolean): void {
  let known = wasWatched ? session().user()?.id : undefined;
  const cacheForNew = () => {
    const userId = session().user()?.id;
    if (userId !== undefined && userId !== known) void cacheAnswers(overview);
    known = userId;
  };
  session().onChange(cacheForNew);
  cacheForNew();
}

/** While offline a session goes on where the server has last known the listener. */
function followProgress(): void {
  content.onProgress((progress) => {
    const userId = session().user()?.id;
    if (userId !== undefined) void notifyWorker({ type: 'progress', userId, progress });
  });
}

/** `navigator.serviceWorker.ready` would wait for ever in a document that began outside the worker's scope. */
function untilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const first = active ? null : (installing ?? waiting);
  if (first === null) return Promise.resolve();
  return new Promise((resolve) => {
    first.addEventListener(
      'statechange',
      () => first.state !== 'installed' && first.state !== 'activating' && resolve(),
    );
  });
}
