import type { Knex } from 'knex';

/** The sessions that members have marked with a heart. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE content_favourites (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      content_id text NOT NULL REFERENCES content,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, content_id)
    );
  `);
}
