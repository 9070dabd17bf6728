import { utcDay } from '../platform/utc-day.ts';

const dayMilliseconds = 86_400_000;

/** The day of this moment in a time zone, by its IANA name, such as `America/New_York`. */
export function dayIn(timeZone: string, moment: Date): string {
  // Swedes write days as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
}

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) + days * dayMilliseconds));
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMilliseconds;
}
