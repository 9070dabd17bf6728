import { languageTag, type Locale } from '../../../engine/model.ts';

/** A day, as it is written in a language: "November 21, 2026", "21 de noviembre de 2026". */
export function day(instant: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long' }).format(new Date(instant));
}

/** The year that stands for a lifetime: access until 9999-12-31. */
export const lifetimeYear = 9999;

/** The day on which access ends, as people write it; `lifetime` where it doesn't. */
export function accessEnd(accessTo: Date, locale: Locale): string {
  if (accessTo.getUTCFullYear() >= lifetimeYear) return 'lifetime';
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long' }).format(accessTo);
}

/** The day on the visitor's own calendar, as the API takes it: `2026-11-21`. */
export function localDay(now: Date): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
