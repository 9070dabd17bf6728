import { sourceOf } from '../../../engine/run/query.ts';

/** What is taken from a visit's id and from what a browser tells, cleaned of what can't be or must not be. */

const [earlierMilliseconds, laterMilliseconds] = [7 * 24 * 3_600_000, 3_600_000];

/** When a visit began: the time in its id (UUID version 7), unless that is not near when its first batch came. */
export function startOfVisit(visit: string, receivedAt: Date): Date {
  const received = receivedAt.getTime();
  const told = visit[14] === '7' ? Number.parseInt(visit.slice(0, 8) + visit.slice(9, 13), 16) : NaN;
  const isNear = told >= received - earlierMilliseconds && told <= received + laterMilliseconds;
  return isNear ? new Date(told) : receivedAt;
}

/** The day in UTC, such as `2026-11-21`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** `utm_source` as it is counted: in small letters; empty where there is none. */
export function cleanSource(source = ''): string {
  return sourceOf(source).toLowerCase();
}
