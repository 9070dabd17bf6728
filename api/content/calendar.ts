const dayMilliseconds = 86_400_000;

/** The day of this moment in UTC, such as `2026-11-21`. Where it is another day, it is the one before or after. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day of this moment in a time zone, by its IANA name, such as `America/New_York`. */
export function dayIn(timeZone: string, moment: Date): string {
  // Swedes write days as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
}

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMilliseconds));
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMilliseconds;
}
