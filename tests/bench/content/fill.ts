import { createLogins } from '../../../api/accounts/logins.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { createKeys } from '../../../api/platform/keys.ts';

/**
 * Fills a database with 5,000 sessions of 20 topics, 2,000 listeners with access and a quiz, 200,000 progresses and
 * 20,000 plays. Resolves to the id of the listener who has begun every session, and has heard something on 1,000 days.
 */
export async function fillWithListeners({ knex }: Database): Promise<string> {
  await knex.raw('TRUNCATE content, content_labels CASCADE');
  await knex.raw(sessions);
  await knex.raw(labels);
  await knex.raw(users);
  await knex.raw(progress);
  await knex.raw(plays);
  await knex.raw('ANALYZE');
  const busiest = await knex('users').where({ email: 'listener-1@example.com' }).first<{ id: string }>('id');
  return busiest.id;
}

/** An access token of this user. */
export async function logInAs(database: Database, secret: string, userId: string): Promise<string> {
  const sessions = createLogins({ database, keys: createKeys(secret) });
  return (await sessions.start(database.knex, { userId, authGeneration: 0, userAgent: '' })).accessToken;
}

const sessions = `
  INSERT INTO content (id, position, category, voice, topics, duration_seconds, words, search, image_url)
  SELECT 'session-' || n, n, 'category-' || n % 5, 'voice-' || n % 6,
    ARRAY['topic-' || n % 20, 'topic-' || n % 7], 1200, jsonb_build_object('en', words, 'es', words),
    jsonb_build_object('en', search, 'es', search), '/assets/pictures/session-' || n || '.svg'
  FROM generate_series(1, 5000) AS n
  CROSS JOIN LATERAL (SELECT
    'Session ' || n AS title,
    'Steady rain for ' || CASE n % 3 WHEN 0 THEN 'the night' ELSE 'the day' END || ', a warm bed and nowhere to be. '
      || 'It sounds the same from start to end, so there is nothing to wait for.' AS summary
  ) AS written
  CROSS JOIN LATERAL (SELECT
    jsonb_build_object('title', title, 'summary', summary) AS words, lower(title || E'\\n' || summary) AS search
  ) AS made`;

const labels = `
  INSERT INTO content_labels (kind, id, position, words)
  SELECT kind, kind || '-' || n, n, jsonb_build_object('en', words, 'es', words)
  FROM (VALUES ('category', 5), ('voice', 6), ('topic', 20)) AS kinds (kind, count)
  CROSS JOIN LATERAL generate_series(0, count - 1) AS n
  CROSS JOIN LATERAL (SELECT jsonb_build_object('title', kind || n, 'focus', 'Focus.', 'practice', 'Practise.') AS words) AS made`;

const users = `
  WITH listeners AS (
    INSERT INTO users (email, password_hash, agreed_at)
    SELECT 'listener-' || n || '@example.com', 'none', now() FROM generate_series(1, 2000) AS n RETURNING id
  ), granted AS (
    INSERT INTO access_grants (user_id, source, source_id, ends_at)
    SELECT id, 'bench', id::text, '9999-12-31T00:00:00Z' FROM listeners
  )
  INSERT INTO visits (user_id, funnel, version, answers, input, outcome, topics)
  SELECT id, 'bench', '1', '{}', '{}', 'only', ARRAY['topic-3', 'topic-11', 'topic-5'] FROM listeners`;

// 5,000 of the first one, and 195,000 of the others.
const progress = `
  WITH listeners AS (SELECT id, row_number() OVER (ORDER BY length(email), email) AS n FROM users)
  INSERT INTO content_progress (user_id, content_id, status, position_seconds, finished_at)
  SELECT listeners.id, 'session-' || heard, CASE heard % 3 WHEN 0 THEN 'finished' ELSE 'in_progress' END, heard % 1200,
    CASE heard % 3 WHEN 0 THEN now() END
  FROM listeners
  CROSS JOIN LATERAL generate_series(1, CASE n WHEN 1 THEN 5000 ELSE 97 + (n <= 1098)::integer END) AS heard`;

// 2,009 of the first one, and nine of each of the others.
const plays = `
  WITH listeners AS (SELECT id, row_number() OVER (ORDER BY length(email), email) AS n FROM users)
  INSERT INTO content_plays (user_id, id, content_id, day, seconds)
  SELECT listeners.id, gen_random_uuid(), 'session-' || play, current_date - play / 2, 900
  FROM listeners CROSS JOIN LATERAL generate_series(1, CASE n WHEN 1 THEN 2009 ELSE 9 END) AS play`;
