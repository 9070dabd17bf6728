/**
 * So many months after a time (seconds since 1970): on the same day of the month and at the same time of day, or on the
 * last day where the month has no such day. In UTC, which knows no daylight saving time.
 */
export function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const to = new Date(seconds * 1000);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

/**
 * The first boundary between periods after a time. Each is counted from the anchor, so one of 31 January goes on with
 * 28 February and 31 March.
 */
export function nextBoundary(anchor: number, months: number, time: number): number {
  let n = months;
  while (addMonths(anchor, n) <= time) n += months;
  return addMonths(anchor, n);
}
