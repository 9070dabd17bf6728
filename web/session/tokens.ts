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

/** The tokens in cookies: path /, 30 days, same-site strict (specification, section 9), and secure on https. */
export const cookieTokens: TokenStore = {
  read() {
    const accessToken = readCookie(tokenCookies.accessToken);
    const refreshToken = readCookie(tokenCookies.refreshToken);
    return accessToken && refreshToken ? { accessToken, refreshToken } : null;
  },
  write({ accessToken, refreshToken }) {
    writeCookie(tokenCookies.refreshToken, refreshToken, thirtyDaysInSeconds);
    writeCookie(tokenCookies.accessToken, accessToken, thirtyDaysInSeconds);
  },
  remove() {
    for (const name of Object.values(tokenCookies)) writeCookie(name, '', 0);
  },
};

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
