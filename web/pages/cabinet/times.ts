import { languageTag, type Locale } from '../../../engine/model.ts';
import type { ContentItem } from './content.ts';

/** A day, as it is written in a language: "November 21, 2026", "21 de noviembre de 2026". Day and month stay on one line. */
export function day(instant: string | Date, locale: Locale): string {
  const parts = new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long' }).formatToParts(new Date(instant));
  return parts.map(({ value }, place) => (place === 1 ? value.replaceAll(' ', '\u00A0') : value)).join('');
}

/** The year that stands for a lifetime: access until 9999-12-31. */
export const lifetimeYear = 9999;

/** The day on which access ends, as people write it; `lifetime` where it doesn't. */
export function accessEnd(accessTo: Date, locale: Locale): string {
  if (accessTo.getUTCFullYear() >= lifetimeYear) return 'lifetime';
  return day(accessTo, locale);
}

/** The day on the visitor's own calendar, as the API takes it: `2026-11-21`. */
export function localDay(now: Date): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** What says how much of a session there is to hear. */
export type Extent = Pick<ContentItem, 'status' | 'durationSeconds' | 'positionSeconds'>;

/** In the whole minutes that people count in: at least one. */
export function wholeMinutes(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60));
}

/** What a session takes, or the rest of one in progress. */
export function minutesLeft({ status, durationSeconds, positionSeconds }: Extent): number {
  return wholeMinutes(status === 'in_progress' ? durationSeconds - positionSeconds : durationSeconds);
}

/** Seconds of listening in minutes; any listening at all counts as one. */
export function heardMinutes(seconds: number): number {
  return seconds > 0 ? wholeMinutes(seconds) : 0;
}

/** How people greet each other at an hour. */
type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night';

/** By the visitor's own clock. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours();
  if (hour < 5 || hour >= 22) return 'night';
  if (hour < 12) return 'morning';
  return hour < 19 ? 'afternoon' : 'evening';
}
