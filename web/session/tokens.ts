import { tokenCookies } from './cookies.ts';
import { UserFacingError } from '../errors.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Where the tokens of the session are. Every tab reads and writes the same ones. */
export interface TokenStore {
  /** Both; null where one is missing. */
  readonly read: () => Tokens | null;
  readonly write: (tokens: Tokens) => void;
  readonly remove: () => void;
}

const thirtyDaysInSeconds = 2_592_000;

/** The tokens of the latest log-in, or `none` after a sign-out. */
const latestLogin = 'latestLogin';

/** Longer than any answer is on its way, and shorter than an access token lives: those of the latest log-in are good. */
const tenMinutesInSeconds = 600;

/**
 * The tokens in cookies: path /, 30 days, same-site strict (specification, section 9), and secure on https. An answer of
 * our own origin has set them already, and Safari would end what a script writes after seven days: so a script writes
 * only what isn't there. Such an answer may come late, after a sign-out or another log-in in any tab: these win, as a
 * cookie knows of them for ten minutes.
 */
export const cookieTokens: TokenStore = {
  read() {
    const held = readTokens();
    const latest = readCookie(latestLogin);
    if (held === null || latest === '') return held;
    const [accessToken, refreshToken] = latest.split(separator);
    const expected = accessToken && refreshToken ? { accessToken, refreshToken } : null;
    if (expected && sessionIdOf(held) === sessionIdOf(expected)) return held;
    writeTokens(expected);
    return expected;
  },
  write(tokens) {
    writeCookie(latestLogin, [tokens.accessToken, tokens.refreshToken].join(separator), tenMinutesInSeconds);
    const held = readTokens();
    if (held?.accessToken !== tokens.accessToken || held.refreshToken !== tokens.refreshToken) writeTokens(tokens);
  },
  remove() {
    writeCookie(latestLogin, 'none', tenMinutesInSeconds);
    writeTokens(null);
  },
};

/** No token has it in it. */
const separator = '~';

function readTokens(): Tokens | null {
  const accessToken = readCookie(tokenCookies.accessToken);
  const refreshToken = readCookie(tokenCookies.refreshToken);
  return accessToken && refreshToken ? { accessToken, refreshToken } : null;
}

/** Null removes them. */
function writeTokens(tokens: Tokens | null): void {
  const maxAge = tokens === null ? 0 : thirtyDaysInSeconds;
  for (const name of ['refreshToken', 'accessToken'] as const)
    writeCookie(tokenCookies[name], tokens?.[name] ?? '', maxAge);
}

/** Throws `problems.cookies_off` where the browser stores no cookies: no user would stay signed in. */
export function requireCookies(): void {
  writeCookie(probe, 'kept', 60);
  const isStored = readCookie(probe) === 'kept';
  writeCookie(probe, '', 0);
  if (!isStored) throw new UserFacingError('account:problems.cookies_off', 'The browser keeps no cookies.');
}

const probe = 'probe';

/** The tokens of an answer. Throws `errors.wrong_response_from_server` where one is missing. */
export function toTokens(accessToken: unknown, refreshToken: unknown): Tokens {
  if (isToken(accessToken) && isToken(refreshToken)) return { accessToken, refreshToken };
  throw new UserFacingError('errors.wrong_response_from_server', 'The answer does not hold both tokens.');
}

export function isToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The session that the tokens belong to: it stays the same when they are replaced. Null where they don't say. */
export function sessionIdOf(tokens: Tokens | null): string | null {
  return /^([^.]+)\./.exec(tokens?.refreshToken ?? '')?.[1] ?? null;
}

function readCookie(name: string): string {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? '';
}

function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Strict${secure}`;
}
