import { tokenCookies } from './has-session.ts';

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

function readCookie(name: string): string {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? '';
}

function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Strict${secure}`;
}
