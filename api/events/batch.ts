/** What is told of a visit at once: by one of its pages (`page` > 0), or by the server itself (`page` 0). */
export interface EventBatch {
  readonly funnel: string;
  /** A UUID. */
  readonly visit: string;
  /** When the page was opened, in milliseconds; 0: told by the server. */
  readonly page: number;
  /** Number of the batch on its page. */
  readonly n: number;
  readonly events: readonly ToldEvent[];
}

/** A `PageEvent`, or what the server tells, such as `[0, 'sign_up']`: when, of which kind, and the rest. */
export type ToldEvent = readonly [at: number, kind: string, ...more: readonly unknown[]];

/** Stands in place of a day that no visit's id has told. */
const noDay = '0001-01-01';

/**
 * The day under which all batches of a visit are stored, such as `2026-11-21` (UTC): that of the time in its id, if
 * it is a UUID of version 7 with a time of this century, else `0001-01-01`. It depends on nothing but the id, so that a
 * batch which comes again, and a payment months later, land beside the others.
 */
export function dayOfVisit(visit: string): string {
  if (visit[14] !== '7') return noDay;
  const time = Number.parseInt(visit.slice(0, 8) + visit.slice(9, 13), 16);
  return time >= firstTime && time < lastTime ? new Date(time).toISOString().slice(0, 10) : noDay;
}

const [firstTime, lastTime] = [Date.UTC(2020), Date.UTC(2100)];
