import type { Interval } from '../objects/price.ts';

/** How often is paid: each `count` intervals. */
export interface Rhythm {
  readonly interval: Interval;
  readonly count: number;
}

const day = 24 * 60 * 60;

/**
 * The nth boundary between periods, seconds since 1970; the anchor is boundary 0. Each is counted from the anchor, so
 * one of 31 January goes on with 28 February and 31 March. In UTC, which knows no daylight saving time.
 */
export function boundaryAt(anchor: number, { interval, count }: Rhythm, n: number): number {
  switch (interval) {
    case 'day':
      return anchor + n * count * day;
    case 'week':
      return anchor + n * count * 7 * day;
    case 'month':
      return addMonths(anchor, n * count);
    case 'year':
      return addMonths(anchor, n * count * 12);
  }
}

/** The first boundary after this time. */
export function nextBoundary(anchor: number, rhythm: Rhythm, time: number): number {
  let n = 1;
  while (boundaryAt(anchor, rhythm, n) <= time) n += 1;
  return boundaryAt(anchor, rhythm, n);
}

/** On the same day of the month and at the same time of day, or on the last day where the month has no such day. */
function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const dayOfMonth = from.getUTCDate();
  const to = new Date(seconds * 1000);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  to.setUTCDate(Math.min(dayOfMonth, daysInMonth(to)));
  return to.getTime() / 1000;
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
