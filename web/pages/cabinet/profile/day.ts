import { languageTag, type Locale } from '../../../../engine/model.ts';

/** A day, as it is written in a language: "November 21, 2026", "21 de noviembre de 2026". */
export function day(instant: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long' }).format(new Date(instant));
}
