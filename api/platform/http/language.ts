import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { siteLocales, type SiteLocale } from '../../../engine/model.ts';
import { chooseLocale } from '../site/locale.ts';

const languages = { locales: siteLocales, defaultLocale: siteLocales[0] };

/** The language of an answer of the API: what the request accepts, else the locale of the site's cookie, else English. */
export function languageOf(request: IncomingMessage): SiteLocale {
  const accepted = request.headers['accept-language'];
  const negotiated = accepted ? new Negotiator(request).language([...siteLocales]) : undefined;
  if (negotiated) return negotiated;
  return chooseLocale(languages, { query: '', cookies: request.headers.cookie }).locale as SiteLocale;
}
