import type { i18n } from 'i18next';
import { languageTag, localeOf, type Locale } from '../../engine/model.ts';

const yearInSeconds = 31_536_000;

/** The locale on the screen, such as `en`: the page names it in full (`en-US`). */
export const pageLocale = (): Locale => localeOf(document.documentElement.lang);

/**
 * Remembers the locale for a year in the cookie that the server picks pages by. Lax, not Strict: a Strict cookie is
 * not sent when a visitor comes from an advert or an email, who would then see a flash of the wrong language.
 */
function saveLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `locale=${locale}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax${secure}`;
}

/** The locale that was remembered last, on whatever page; undefined where none was. */
export function savedLocale(): Locale | undefined {
  return /(?:^|; )locale=([^;]+)/.exec(document.cookie)?.[1];
}

/** Makes it the language of the page, whose words are here already, and remembers it. */
export async function switchLocale(i18n: i18n, locale: Locale): Promise<void> {
  await i18n.changeLanguage(locale);
  saveLocale(locale);
  document.documentElement.lang = languageTag(locale);
}

/** The cookies of the session (specification, section 3). */
export const tokenCookies = { accessToken: 'authToken', refreshToken: 'refreshToken' } as const;

/** Whether this browser holds tokens; whether they are still good, only the server knows. */
export function hasSession(): boolean {
  return /(?:^|; )authToken=./.test(document.cookie);
}
