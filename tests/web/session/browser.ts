import { vi } from 'vitest';

/** A browser's cookie jar, as far as the session needs it. */
export interface CookieJar {
  /** Every cookie as it was written, with its attributes. */
  readonly written: string[];
  readonly values: Map<string, string>;
  /** Those of the log-in. */
  readonly tokens: { readonly authToken?: string; readonly refreshToken?: string };
  /** Whether the visitor has blocked cookies. */
  refusesAll: boolean;
}

/** Puts a document with cookies in the place of the browser's; `protocol` is that of the page. */
export function stubCookies(protocol = 'https:'): CookieJar {
  const jar: CookieJar = {
    written: [],
    values: new Map(),
    get tokens() {
      return Object.fromEntries([...jar.values].filter(([name]) => /^(?:authToken|refreshToken)$/.test(name)));
    },
    refusesAll: false,
  };
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    get cookie() {
      return [...jar.values].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      if (jar.refusesAll) return;
      jar.written.push(text);
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) jar.values.delete(name);
      else jar.values.set(name, value);
    },
  });
  return jar;
}

/** Puts storage that works in the place of the tab's. */
export function stubTabStorage(): Map<string, string> {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
  return entries;
}

/** Puts storage that works in the place of the browser's. */
export function stubLocalStorage(): Map<string, string> {
  const entries = new Map<string, string>();
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  };
  const names = {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal('localStorage', new Proxy(methods, names));
  return entries;
}
