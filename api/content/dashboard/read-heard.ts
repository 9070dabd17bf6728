import type { Dashboard } from '../../../schemas/api/dashboard.ts';
import type { Database } from '../../platform/db/database.ts';

type Heard = Pick<Dashboard, 'streakDays' | 'heardSeconds' | 'finished' | 'days'>;

/** On a day that counts for the streak, at least so much was heard in all. */
const leastSeconds = 60;

/**
 * What a user has listened to. The streak is the days in a row with a minute or more, up to today or, as long as nothing
 * was heard today, yesterday.
 */
export async function readHeard(database: Database, userId: string, today: string): Promise<Heard> {
  const values = [userId, today];
  const [row] = await database.query<Heard>({ name: 'dashboard-heard', text: heardText, values });
  return row!;
}

// Of days in a row, latest first, each is one day earlier than the one before: with its number added, all are the same.
const heardText = `
  WITH days AS MATERIALIZED (
    SELECT day, sum(seconds) AS seconds FROM content_plays WHERE user_id = $1::uuid GROUP BY day
  ), numbered AS (
    SELECT day + row_number() OVER (ORDER BY day DESC)::integer AS run
    FROM days WHERE seconds >= ${leastSeconds} AND day <= $2::date
  ), week AS (
    SELECT $2::date - 6 + place AS day FROM generate_series(0, 6) AS place
  )
  SELECT
    (SELECT count(*) FROM numbered WHERE run = (SELECT max(run) FROM numbered WHERE run >= $2::date)) AS "streakDays",
    (SELECT coalesce(sum(seconds), 0)::bigint FROM days) AS "heardSeconds",
    (SELECT count(*) FROM content_progress WHERE user_id = $1::uuid AND status = 'finished') AS finished,
    (SELECT json_agg(json_build_object('day', week.day, 'heardSeconds', coalesce(days.seconds, 0)) ORDER BY week.day)
      FROM week LEFT JOIN days ON days.day = week.day) AS days`;
