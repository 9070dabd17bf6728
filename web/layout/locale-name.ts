import type { Locale, SiteLocale } from '../../engine/model.ts';

/** Written here: `Intl.DisplayNames` would hold a phone up for longer than all else that a page is made of. */
const names: Readonly<Record<SiteLocale, string>> = { en: 'English', es: 'Español' };

/** The language's name in itself, "Español". */
export function localeName(locale: Locale): string {
  return names[locale as SiteLocale];
}
