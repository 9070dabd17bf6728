import Negotiator from 'negotiator';
import type { IncomingMessage } from 'node:http';
import { siteLocales, type SiteLocale } from '../../../engine/model.ts';

const languages = { locales: siteLocales, defaultLocale: siteLocales[0] };

/** The language of an answer of the API: what the request accepts, else the locale of the site's cookie, else English. */
export function languageOf(request: IncomingMessage): SiteLocale {
  const accepted = request.headers['accept-language'];
  const negotiated = accepted ? new Negotiator(request).language([...siteLocales]) : undefined;
  if (negotiated) return negotiated;
  return negotiateLocale(languages, { query: '', cookies: request.headers.cookie }).locale as SiteLocale;
}

/** The locales of the site. */
export interface SiteLocales {
  readonly locales: readonly string[];
  readonly defaultLocale: string;
}

interface LocaleChoice {
  readonly locale: string;
  /** Whether the address asked for it, so that it has to be remembered. */
  readonly asked: boolean;
}

/**
 * The locale for a request: `?locale=` wins, then the saved locale (the cookie), then the default. Only locales of the
 * site are accepted; other values and arrays are ignored (specification, section 4).
 */
export function negotiateLocale(
  { locales, defaultLocale }: SiteLocales,
  { query, cookies }: { query: string; cookies: string | undefined },
): LocaleChoice {
  if (query !== '') {
    const [asked, ...more] = new URLSearchParams(query).getAll('locale');
    if (asked !== undefined && more.length === 0 && locales.includes(asked)) return { locale: asked, asked: true };
  }
  const saved =
    cookies === undefined ? undefined : /(?:^|;)[ \t]*locale=("?)([\w-]+)\1[ \t]*(?:;|$)/.exec(cookies)?.[2];
  const locale = saved !== undefined && locales.includes(saved) ? saved : defaultLocale;
  return { locale, asked: false };
}

const yearInSeconds = 31_536_000;

/**
 * The `Set-Cookie` value that saves a locale for a year. `Lax`, since a strict cookie is left out of the first request
 * that comes from an ad or an email.
 */
export function localeCookie(locale: string, secure: boolean): string {
  return `locale=${locale}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
