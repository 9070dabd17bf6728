import type { TFunction } from 'i18next';
import { isSiteLocale, type Locale } from '../../engine/model.ts';
import { showError, UserFacingError } from '../errors.ts';
import { mayPass } from './api-client.ts';
import type { CurrentUser } from './current-user.ts';
import { hasAccess } from './current-user.ts';
import { session } from './page-session.ts';
import { serverNow } from './server-time.ts';
import type { Session } from './session.ts';
import { saveWantedPlace } from './tab-storage.ts';

/** The bound of section 6: about 10 s. In hidden tabs browsers stretch the pauses, but not the clock. */
const checkMilliseconds = 200;
const maxChecks = 50;
const maxMilliseconds = checkMilliseconds * maxChecks;

/** A load that failed on the way is tried again after so many checks. */
const checksBetweenLoads = 5;

/**
 * Who may see a page (specification, section 6). `public`: visitors; members are sent to the sessions. `open`:
 * everyone. `member`: logged-in members. `paid`: members with access today. `analyst`: members of the team; other members
 * are sent to the sessions.
 */
export type Access = 'public' | 'open' | 'member' | 'paid' | 'analyst';

interface Entry {
  readonly access: Access;
  /** An email led here. */
  readonly fromEmail: boolean;
  /** Path and query string of the page. */
  readonly place: string;
  readonly t: TFunction;
}

export type Admission =
  | { readonly redirect: string }
  /** `locale`: the user's language, which wins over the saved one (section 4). */
  | { readonly loggedIn: boolean; readonly locale?: Locale };

interface Clock {
  /** Milliseconds, to measure how long the guard has waited. */
  readonly now: () => number;
  /** What `accessTo` is compared with. */
  readonly serverNow: () => Date;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const pageClock: Clock = {
  now: Date.now,
  serverNow,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/**
 * Who may enter a page, and where the others are sent (specification, section 6). Tokens that the server takes no
 * longer count as none where an email's link or a page that is open to everyone is opened. Never rejects.
 */
export async function admit(session: Session, entry: Entry, clock: Clock = pageClock): Promise<Admission> {
  const { access, fromEmail, place, t } = entry;
  const isForVisitors = access === 'public' || access === 'open';
  const asVisitor = () => (isForVisitors ? { loggedIn: false } : toLogin(place));
  session.stayWhenCleared(access === 'open' || fromEmail);
  if (session.tokens.read() === null) return asVisitor();
  // Where the user could not be loaded the public pages are all there is: LOGIN has to be one of them.
  if (access === 'public' && !fromEmail) return session.state() === 'failed' ? asVisitor() : toSessions;

  if (access === 'paid') await askAgainWithoutAccess(session, clock);
  const user = await waitForUser(session, t, clock);
  if (session.state() === 'cleared' && !isForVisitors) return { redirect: '/' };
  if (session.tokens.read() === null) return asVisitor();
  if (access === 'public') return user ? toSessions : asVisitor();
  if (!user) return access === 'member' || access === 'open' ? { loggedIn: true } : toLogin(place);
  if (access === 'analyst' && user.role !== 'analyst') return toSessions;
  if (access === 'paid' && !hasAccess(user.accessTo, clock.serverNow())) return { redirect: '/cabinet/payment' };
  return { loggedIn: true, locale: user.language };
}

const toSessions = { redirect: '/cabinet/sessions' };

function toLogin(place: string): Admission {
  saveWantedPlace(place);
  return { redirect: '/login' };
}

/** Asks the server about a user whose access is over as far as is known here: it may have been renewed since. */
async function askAgainWithoutAccess(session: Session, { serverNow, sleep }: Clock): Promise<void> {
  const user = session.user();
  if (user === null || hasAccess(user.accessTo, serverNow())) return;
  await Promise.race([session.load().catch(() => undefined), sleep(maxMilliseconds)]); // else what is known counts
}

/** The user, as soon as it is here; null after about 10 s, and as soon as it is clear that none will come. */
async function waitForUser(session: Session, t: TFunction, clock: Clock): Promise<CurrentUser | null> {
  let arrive!: () => void;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const stop = session.onChange(() => session.user() && arrive());
  const failure = await loadUntil(session, arrived, clock);
  stop();
  const user = session.user();
  if (user) return user;
  session.cancelLoad();
  if (failure !== null) showError(failure, t);
  else if (session.tokens.read())
    showError(new UserFacingError('errors.offline', 'users/me did not answer in time.'), t);
  return null;
}

/**
 * Loads the user, again where that may help, until the time is over or the user has arrived: the page need not wait
 * for the next check. Resolves to why it failed last.
 */
async function loadUntil(session: Session, arrived: Promise<void>, { now, sleep }: Clock): Promise<unknown> {
  let failure: unknown = null;
  const note = (error: unknown) => {
    failure = error;
  };
  const deadline = now() + maxMilliseconds;
  for (let check = 0; check < maxChecks && now() < deadline; check++) {
    if (session.user() || session.tokens.read() === null || (failure !== null && !mayPass(failure))) break;
    if (session.state() !== 'loading' && check % checksBetweenLoads === 0) session.load().catch(note);
    await Promise.race([sleep(checkMilliseconds), arrived]);
  }
  return failure;
}

/** Whether the user of this browser may enter a page (specification, section 6). */
export const enter = (entry: Entry): Promise<Admission> => admit(session(), entry);

/** Sends the language that a user has chosen to the server; a visitor who isn't logged in has none there. */
export async function saveLanguage(language: string): Promise<void> {
  if (session().user() && isSiteLocale(language)) await session().update({ language });
}
