import type { TFunction } from 'i18next';
import type { Locale } from '../../engine/model.ts';
import type { Access } from '../app/page.ts';
import { ApiProblem } from './api-problem.ts';
import type { CurrentUser } from './current-user.ts';
import { hasAccess } from './has-access.ts';
import type { Session } from './session.ts';
import { showError } from './show-error.ts';
import { keepWantedPlace } from './wanted-place.ts';
import { WordedError } from './worded-error.ts';

/** The bound of section 6: about 10 s. */
const checkMilliseconds = 200;
const mostChecks = 50;

/** A load that failed on the way is tried again after so many checks. */
const checksBetweenLoads = 5;

export interface Entry {
  readonly access: Access;
  /** Path and query string of the page. */
  readonly place: string;
  readonly t: TFunction;
}

export type Admission =
  | { readonly redirect: string }
  /** `locale`: the user's language, which wins over the saved one (section 4). */
  | { readonly loggedIn: boolean; readonly locale?: Locale };

interface Clock {
  readonly now: () => Date;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const pageClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Who may enter a page, and where the others are sent (specification, section 6). Never rejects. */
export async function admit(session: Session, entry: Entry, clock: Clock = pageClock): Promise<Admission> {
  const { access, place } = entry;
  const hasTokens = session.tokens.read() !== null;
  // Where the user could not be loaded the public pages are all there is: LOGIN has to be one of them.
  if (access === 'public') return hasTokens && session.state() !== 'failed' ? toSessions : { loggedIn: false };
  if (!hasTokens) return access === 'open' ? { loggedIn: false } : toLogin(place);

  const user = await waitForUser(session, entry.t, clock);
  if (session.state() === 'cleared') return { redirect: '/' };
  if (!user && access === 'paid') return toLogin(place);
  if (access === 'paid' && !hasAccess(user?.accessTo ?? null, clock.now())) return { redirect: '/cabinet/payment' };
  return { loggedIn: session.tokens.read() !== null, ...(user && { locale: user.language }) };
}

const toSessions = { redirect: '/cabinet/sessions' };

function toLogin(place: string): Admission {
  keepWantedPlace(place);
  return { redirect: '/login' };
}

/** The user, as soon as it is here; null after about 10 s, and as soon as it is clear that none will come. */
async function waitForUser(session: Session, t: TFunction, { sleep }: Clock): Promise<CurrentUser | null> {
  let failure: unknown = null;
  for (let check = 0; check < mostChecks; check++) {
    const user = session.user();
    if (user) return user;
    if (session.tokens.read() === null || (failure !== null && !mayPass(failure))) break;
    if (session.state() !== 'loading' && check % checksBetweenLoads === 0) session.load().catch(note);
    await Promise.race([sleep(checkMilliseconds), loggedIn(session)]);
  }
  if (session.user()) return session.user();
  session.giveUp();
  showError(failure ?? new WordedError('errors.offline', 'users/me did not answer in time.'), t);
  return null;

  function note(error: unknown): void {
    failure = error;
  }
}

/** Resolves when the user is there: the page need not wait for the next check. */
function loggedIn(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.onChange(() => {
      if (!session.user()) return;
      stop();
      resolve();
    });
  });
}

/** Whether it may go better the next time: no answer came, or the server is in trouble. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiProblem) return error.status >= 500 || error.status === 429;
  return error instanceof WordedError && error.words === 'errors.offline';
}
