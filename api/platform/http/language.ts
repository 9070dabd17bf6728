import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { language, type Language } from '../../../schemas/api/values.ts';
import { chooseLocale } from '../site/locale.ts';

const languages = { locales: language.enum, defaultLocale: 'en' } as const;

/** The language of an answer of the API: what the request accepts, else the locale of the site's cookie, else English. */
export function languageOf(request: IncomingMessage): Language {
  const accepted = request.headers['accept-language'];
  const negotiated = accepted ? new Negotiator(request).language(language.enum) : undefined;
  if (negotiated) return negotiated;
  return chooseLocale(languages, { query: '', cookies: request.headers.cookie }).locale as Language;
}
