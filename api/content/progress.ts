import { isUuid } from '../platform/uuid.ts';
import { addDays } from './calendar.ts';
import { utcDay } from '../platform/utc-day.ts';
import { type ContentDependencies, requireAccess } from './item.ts';
import { ApiError, type FieldMistake } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import type { QueryOf } from '../../schemas/api/call.ts';
import type { finishContent, ListeningProgress, startContent } from '../../schemas/api/content.ts';

/** Begins a session, or says where the listener is in it. Whichever of several devices comes first, the rest agrees. */
export function createStart(services: ContentDependencies): Handler<typeof startContent> {
  return async ({ user: { user }, params, query }) => {
    requireAccess(user, services.now());
    const position = query.position ?? null;
    const values = [user.id, params.id, ...reportOf(query, services.now()), position];
    return write(services, { name: 'start-content', text: startText, values });
  };
}

/** Ends a session, for good. Asked again it changes nothing but where the listener is: at the beginning. */
export function createFinish(services: ContentDependencies): Handler<typeof finishContent> {
  return async ({ user: { user }, params, query }) => {
    requireAccess(user, services.now());
    const values = [user.id, params.id, ...reportOf(query, services.now())];
    return write(services, { name: 'finish-content', text: finishText, values });
  };
}

function reportOf(query: QueryOf<typeof finishContent>, now: Date): unknown[] {
  const report = readReport(query, now);
  return [report?.play ?? null, report?.heard ?? null, report?.day ?? null];
}

async function write(
  { database }: ContentDependencies,
  statement: { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
): Promise<ListeningProgress> {
  const [row] = await database.query<ProgressRow>(statement);
  if (!row) throw new ApiError('not_found');
  return {
    id: row.content_id,
    status: row.status,
    positionSeconds: row.position_seconds,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

interface ProgressRow {
  readonly content_id: string;
  readonly status: 'in_progress' | 'finished';
  readonly position_seconds: number;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

/**
 * Statements that store how far a listener is: `$1` the user's id, `$2` the session's, `$3` to `$5` a report (play,
 * seconds heard, day) or nulls. No row comes back where there is no such session.
 */

/** No person begins more in a day; what is beyond is a program's, and is not stored. */
const maxPlaysPerDay = 200;

/**
 * The account is held, so that nothing is written for one that is being removed. A report that comes twice, or after a
 * later one, leaves what was heard as it is.
 */
const reported = `
  listener AS MATERIALIZED (
    SELECT id FROM users WHERE id = $1::uuid AND deleted_at IS NULL FOR SHARE
  ), session AS MATERIALIZED (
    SELECT c.id, c.duration_seconds FROM content c CROSS JOIN listener WHERE c.id = $2::text
  ), played AS (
    INSERT INTO content_plays AS known (user_id, id, content_id, seconds, day)
    SELECT $1::uuid, $3::uuid, session.id, $4::integer, $5::date FROM session
    WHERE $3::uuid IS NOT NULL AND ${maxPlaysPerDay} > (
      SELECT count(*) FROM content_plays WHERE user_id = $1::uuid AND day = $5::date AND id <> $3::uuid
    )
    ON CONFLICT (user_id, id) DO UPDATE SET seconds = greatest(known.seconds, excluded.seconds)
      WHERE known.content_id = excluded.content_id
    RETURNING seconds
  )`;

const progressColumns = 'content_id, status, position_seconds, started_at, finished_at';

/** `$6` is where the listener is, or null. A report that a later one of the same play has overtaken does not count. */
const startText = `
  WITH ${reported}
  INSERT INTO content_progress AS known (user_id, content_id, status, position_seconds)
  SELECT $1::uuid, id, 'in_progress', least(coalesce($6::integer, 0), duration_seconds) FROM session
  ON CONFLICT (user_id, content_id) DO UPDATE SET
    position_seconds = CASE
      WHEN $6::integer IS NULL OR $4::integer < (SELECT seconds FROM played) THEN known.position_seconds
      ELSE excluded.position_seconds END,
    updated_at = now()
  RETURNING ${progressColumns}`;

const finishText = `
  WITH ${reported}
  INSERT INTO content_progress AS known (user_id, content_id, status, finished_at)
  SELECT $1::uuid, id, 'finished', now() FROM session
  ON CONFLICT (user_id, content_id) DO UPDATE SET
    status = 'finished',
    position_seconds = 0,
    finished_at = coalesce(known.finished_at, excluded.finished_at),
    updated_at = now()
  RETURNING ${progressColumns}`;

/** What a device says of one time of listening. */
interface Report {
  /** A UUID. */
  readonly play: string;
  /** Seconds so far. */
  readonly heard: number;
  /** When it began, on the listener's calendar. */
  readonly day: string;
}

/** No one listens longer at a time; a report that says so is of a player left running. */
const maxHeardSeconds = 4 * 3_600;
/** Devices that were offline report late. */
const maxReportAgeDays = 30;

/**
 * The report in a query, null where there is none. Throws `invalid_fields` for a part of one. What is heard is cut to
 * four hours, and a day that can't be is moved to the nearest that can: the last 30 days, and tomorrow for people in
 * the east of UTC. A wrong clock must not stop a member from listening.
 */
function readReport(query: Partial<Report>, now: Date): Report | null {
  const { play, heard, day } = query;
  if (play === undefined && heard === undefined && day === undefined) return null;
  if (play === undefined || heard === undefined || day === undefined) throw missing(query);
  // The format of the contract also has URNs.
  if (!isUuid(play)) throw new ApiError('invalid_fields', { errors: [{ field: 'play', code: 'invalid' }] });
  return { play, heard: Math.min(heard, maxHeardSeconds), day: nearestDay(day, utcDay(now)) };
}

function missing(query: Partial<Report>): ApiError {
  const names = (['play', 'heard', 'day'] as const).filter((name) => query[name] === undefined);
  return new ApiError('invalid_fields', { errors: names.map((field): FieldMistake => ({ field, code: 'required' })) });
}

function nearestDay(day: string, today: string): string {
  const [oldest, newest] = [addDays(today, -maxReportAgeDays), addDays(today, 1)];
  if (day < oldest) return oldest;
  return day > newest ? newest : day;
}
