import { languageTag, type Locale } from '../../engine/model.ts';

/** The language's name in itself, "Español". */
export function localeName(locale: Locale): string {
  const name = new Intl.DisplayNames(languageTag(locale), { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
