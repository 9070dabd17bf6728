import type { Knex } from 'knex';

/** The catalogue of sessions as it was loaded last, and what each listener has heard. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row: the catalogue that the tables below hold.
    CREATE TABLE content_catalog (
      one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
      hash text NOT NULL,
      loaded_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE content (
      id text PRIMARY KEY,
      -- Order of the catalogue.
      position integer NOT NULL,
      category text NOT NULL,
      voice text NOT NULL,
      -- The first is what the session is most about.
      topics text[] NOT NULL,
      duration_seconds integer NOT NULL,
      -- By locale: { title, summary }.
      words jsonb NOT NULL,
      -- By locale: the words without accents and case, for searching.
      search jsonb NOT NULL DEFAULT '{}',
      image_url text NOT NULL,
      -- By locale, the file or address of a recording; null where the audio is made by the server.
      audio jsonb,
      -- No longer in the catalogue: it is listed no more, and what was heard of it stays.
      retired_at timestamptz
    );

    -- Categories, voices and topics, in the order of the catalogue. Words by locale: { title }, of topics also
    -- { focus, practice }.
    CREATE TABLE content_labels (
      kind text NOT NULL CHECK (kind IN ('category', 'voice', 'topic')),
      id text NOT NULL,
      position integer NOT NULL,
      words jsonb NOT NULL,
      PRIMARY KEY (kind, id)
    );

    CREATE TABLE content_progress (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      content_id text NOT NULL REFERENCES content,
      status text NOT NULL CHECK (status IN ('in_progress', 'finished')),
      -- Where the listener is, from 0.
      position_seconds integer NOT NULL DEFAULT 0,
      started_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, content_id),
      CHECK ((status = 'finished') = (finished_at IS NOT NULL))
    );

    -- Each time that somebody listened, from play to the end, the next session or midnight.
    CREATE TABLE content_plays (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      -- Made by the listener's device, so that a report which is sent twice counts once.
      id uuid NOT NULL,
      content_id text NOT NULL REFERENCES content,
      -- Of the listener's calendar.
      day date NOT NULL,
      -- Heard so far.
      seconds integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, id)
    );
    CREATE INDEX content_plays_by_day ON content_plays (user_id, day);

    -- All topics of the outcome, in its order; topic is the first of them.
    ALTER TABLE visits ADD topics text[] NOT NULL DEFAULT '{}';
    UPDATE visits SET topics = ARRAY[topic] WHERE topic IS NOT NULL;
  `);
}
