/**
 * Pieces of the statements that read sessions for a listener. In all of them `$1` is the user's id, `$2` the locale, `c`
 * a row of `content`, `p` the listener's progress in it, and `quiz` what the quiz taken last has found.
 */

/** Table expression: one row, with the topics of the outcome of the quiz taken last. */
export const quiz = `
  quiz AS MATERIALIZED (
    SELECT coalesce((
      SELECT v.topics FROM visits v WHERE v.user_id = $1::uuid ORDER BY v.created_at DESC LIMIT 1
    ), '{}') AS topics
  )`;

export const joinProgress = 'LEFT JOIN content_progress p ON p.content_id = c.id AND p.user_id = $1::uuid';

const firstPlaces = [1, 2, 3, 4];

/**
 * The place of the session's topics among those of the quiz, from 1; null for a session that is not recommended. The
 * first places are asked for one by one: a subquery for every session would take as long as all the rest.
 */
export const place = `
  CASE WHEN c.topics && quiz.topics THEN
    CASE ${firstPlaces.map((n) => `WHEN quiz.topics[${n}] = ANY (c.topics) THEN ${n}`).join(' ')}
    ELSE (SELECT min(array_position(quiz.topics, topic)) FROM unnest(c.topics) AS topic) END
  END`;

/** An `ItemRow`. */
export const itemAsJson = `
  jsonb_build_object(
    'id', c.id,
    'title', c.words -> $2::text ->> 'title',
    'summary', c.words -> $2::text ->> 'summary',
    'category', c.category,
    'voice', c.voice,
    'durationSeconds', c.duration_seconds,
    'status', coalesce(p.status, 'not_started'),
    'positionSeconds', coalesce(p.position_seconds, 0),
    'startedAt', p.started_at,
    'finishedAt', p.finished_at,
    'imageUrl', c.image_url,
    'recommended', c.topics && quiz.topics
  )`;
