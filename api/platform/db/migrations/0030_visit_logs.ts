import type { Knex } from 'knex';

/**
 * What a visit reported is kept in its own row, once it has been counted: `event_batches` has only what has come since.
 * Visits are in partitions by month, as their ids begin with the time; those that are there are the first one. What earlier
 * programs have stored in `event_batches` moves bit by bit, while the server runs.
 */
export async function up(knex: Knex): Promise<void> {
  const now = new Date();
  const first = `quiz_visits_${now.toISOString().slice(0, 7).replace('-', '_')}`;
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const digits = end.toString(16).padStart(12, '0');
  const bound = `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
  await knex.raw(`
    -- What logs of one version of a funnel have in common (api/events/stored-log.ts). Logs can't be read without.
    CREATE TABLE visit_log_words (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      funnel text NOT NULL,
      version text NOT NULL,
      words bytea NOT NULL,
      UNIQUE (funnel, version)
    );

    -- All batches of the visit that were counted, compressed; null: they are in event_batches.
    ALTER TABLE quiz_visits ADD log bytea;

    ALTER TABLE quiz_visits RENAME TO ${first};
    ALTER INDEX quiz_visits_pkey RENAME TO ${first}_pkey;
    ALTER INDEX quiz_visits_of_visitor RENAME TO ${first}_of_visitor;
    ALTER INDEX quiz_visits_by_time RENAME TO ${first}_by_time;
    ALTER INDEX quiz_visits_converted RENAME TO ${first}_converted;

    CREATE TABLE quiz_visits (LIKE ${first} INCLUDING DEFAULTS) PARTITION BY RANGE (id);
    ALTER TABLE quiz_visits ADD PRIMARY KEY (id);
    CREATE INDEX quiz_visits_of_visitor ON quiz_visits (funnel, seed, started_at);
    CREATE INDEX quiz_visits_by_time ON quiz_visits (funnel, started_at DESC);
    CREATE INDEX quiz_visits_converted ON quiz_visits (funnel, started_at)
      WHERE signed_up_at IS NOT NULL OR paid_at IS NOT NULL;

    -- Of visits whose ids have no plausible time.
    CREATE TABLE quiz_visits_other PARTITION OF quiz_visits DEFAULT;
    WITH moved AS (DELETE FROM ${first} WHERE id >= '${bound}' RETURNING *)
      INSERT INTO quiz_visits_other SELECT * FROM moved;
    ALTER TABLE quiz_visits ATTACH PARTITION ${first} FOR VALUES FROM (MINVALUE) TO ('${bound}');
  `);
}
