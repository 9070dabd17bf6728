/** The days that a report is about, in UTC. */

/** Days such as `2026-11-21`; null where there is no bound. */
export interface Period {
  /** The first and the last day. */
  readonly from: string | null;
  readonly to: string | null;
  /** Days that are left out; null: none are. */
  readonly without: Days | null;
}

/** From one day to another, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** What the SQL of `isDayIn` and `isTimeIn` is about, as named bindings. */
export function bindingsOf({ from, to, without }: Period) {
  return { from, to, withoutFrom: without?.from ?? null, withoutTo: without?.to ?? null };
}

/** SQL for whether a date is in the period. */
export function isDayIn(day: string): string {
  return `${day} >= coalesce(:from::date, '-infinity') AND ${day} <= coalesce(:to::date, 'infinity')
    AND (${day} BETWEEN :withoutFrom::date AND :withoutTo::date) IS NOT TRUE`;
}

/** The same of a moment. */
export function isTimeIn(time: string): string {
  return `${time} >= coalesce(${startOf(':from::date')}, '-infinity')
    AND ${time} < coalesce(${startOf('(:to::date + 1)')}, 'infinity')
    AND (${time} >= ${startOf(':withoutFrom::date')} AND ${time} < ${startOf('(:withoutTo::date + 1)')}) IS NOT TRUE`;
}

function startOf(day: string): string {
  return `${day}::timestamp AT TIME ZONE 'UTC'`;
}

/** Whether a day is in the period. */
export function isInPeriod(day: string, { from, to, without }: Period): boolean {
  const isWithin = (from === null || day >= from) && (to === null || day <= to);
  return isWithin && (without === null || day < without.from || day > without.to);
}
