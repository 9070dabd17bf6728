import type { FieldMistake } from '../platform/http/api-error.ts';
import { isUuid } from '../accounts/uuid.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { addDays, dayOf } from './calendar.ts';

/** What a device says of one time of listening. */
export interface Report {
  /** A UUID. */
  readonly play: string;
  /** Seconds so far. */
  readonly heard: number;
  /** When it began, on the listener's calendar. */
  readonly day: string;
}

/** Nobody listens for longer at one go; whatever says so has been left running. */
const mostHeardSeconds = 4 * 3_600;
/** Devices that were offline report late. */
const oldestDays = 30;

/**
 * The report in a query, null where there is none. Throws `invalid_fields` for a part of one. What is heard is cut to
 * four hours, and a day that can't be is moved to the nearest that can: the last 30 days, and tomorrow for who lives in
 * the east of UTC. A clock that is wrong must not keep anybody from listening.
 */
export function readReport(query: Partial<Report>, now: Date): Report | null {
  const { play, heard, day } = query;
  if (play === undefined && heard === undefined && day === undefined) return null;
  if (play === undefined || heard === undefined || day === undefined) throw missing(query);
  // The format of the contract also has URNs.
  if (!isUuid(play)) throw new ApiError('invalid_fields', { errors: [{ field: 'play', code: 'invalid' }] });
  return { play, heard: Math.min(heard, mostHeardSeconds), day: nearestDay(day, dayOf(now)) };
}

function missing(query: Partial<Report>): ApiError {
  const names = (['play', 'heard', 'day'] as const).filter((name) => query[name] === undefined);
  return new ApiError('invalid_fields', { errors: names.map((field): FieldMistake => ({ field, code: 'required' })) });
}

function nearestDay(day: string, today: string): string {
  const [oldest, newest] = [addDays(today, -oldestDays), addDays(today, 1)];
  if (day < oldest) return oldest;
  return day > newest ? newest : day;
}
