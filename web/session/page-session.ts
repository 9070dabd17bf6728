import { readSite } from '../site.ts';
import { quizOwner } from '../storage.ts';
import { clearOfflineData } from './offline-caches.ts';
import { apiBase, createTransport } from './transport.ts';
import { pageLocale } from './cookies.ts';
import { syncWithOtherTabs } from './other-tabs.ts';
import { removeVisits } from './stored-quizzes.ts';
import { createSession, type Session } from './session.ts';
import { takeTurn } from './refresh.ts';
import { cookieTokens } from './tokens.ts';

let made: Session | undefined;

/** The session of this page. It is made at first use. */
export function session(): Session {
  made ??= makeSession();
  return made;
}

const reload = (): void => location.reload();

function makeSession(): Session {
  const session = createSession({
    transport: createTransport({
      baseUrl: () => apiBase(location.hostname, readSite().hosts),
      locale: pageLocale,
      fetch: (...request) => fetch(...request),
    }),
    tokens: cookieTokens,
    now: () => performance.now(),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    oneTabAtATime: (work) => takeTurn(navigator.locks, work),
    locale: pageLocale,
    leave: () => location.replace('/'), // a new document: nothing of the user stays in this one's memory
    reload,
  });
  syncWithOtherTabs({
    session,
    channel: typeof BroadcastChannel === 'function' ? new BroadcastChannel('session') : null,
    page: window,
    reload,
  });
  session.onChange(() => {
    if (['loggedOut', 'cleared'].includes(session.state())) void clearOfflineData();
    if (session.state() === 'cleared' && quizOwner() !== undefined) removeVisits(readSite().funnels);
  });
  if (session.tokens.read() === null) void clearOfflineData();
  return session;
}
