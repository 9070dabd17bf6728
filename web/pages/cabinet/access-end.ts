import { languageTag, type Locale } from '../../../engine/model.ts';

/** The year that stands for a lifetime: access until 9999-12-31. */
export const lifetimeYear = 9999;

/** The day on which access ends, as people write it; `lifetime` where it doesn't. */
export function accessEnd(accessTo: Date, locale: Locale): string {
  if (accessTo.getUTCFullYear() >= lifetimeYear) return 'lifetime';
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long' }).format(accessTo);
}
