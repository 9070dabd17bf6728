/** The day of this time in UTC, such as `2026-11-21`. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
