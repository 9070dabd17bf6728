/**
 * Statements that store how far a listener is: `$1` the user's id, `$2` the session's, `$3` to `$5` a report (play,
 * seconds heard, day) or nulls. No row comes back where there is no such session.
 */

/** On one day nobody begins more; what is beyond is a program's, and is not stored. */
const mostPlaysPerDay = 200;

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
    WHERE $3::uuid IS NOT NULL AND ${mostPlaysPerDay} > (
      SELECT count(*) FROM content_plays WHERE user_id = $1::uuid AND day = $5::date AND id <> $3::uuid
    )
    ON CONFLICT (user_id, id) DO UPDATE SET seconds = greatest(known.seconds, excluded.seconds)
      WHERE known.content_id = excluded.content_id
    RETURNING seconds
  )`;

const progressColumns = 'content_id, status, position_seconds, started_at, finished_at';

/** `$6` is where the listener is, or null. A report that a later one of the same play has overtaken does not count. */
export const startText = `
  WITH ${reported}
  INSERT INTO content_progress AS known (user_id, content_id, status, position_seconds)
  SELECT $1::uuid, id, 'in_progress', least(coalesce($6::integer, 0), duration_seconds) FROM session
  ON CONFLICT (user_id, content_id) DO UPDATE SET
    position_seconds = CASE
      WHEN $6::integer IS NULL OR $4::integer < (SELECT seconds FROM played) THEN known.position_seconds
      ELSE excluded.position_seconds END,
    updated_at = now()
  RETURNING ${progressColumns}`;

export const finishText = `
  WITH ${reported}
  INSERT INTO content_progress AS known (user_id, content_id, status, finished_at)
  SELECT $1::uuid, id, 'finished', now() FROM session
  ON CONFLICT (user_id, content_id) DO UPDATE SET
    status = 'finished',
    position_seconds = 0,
    finished_at = coalesce(known.finished_at, excluded.finished_at),
    updated_at = now()
  RETURNING ${progressColumns}`;
