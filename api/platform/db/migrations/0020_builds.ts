import type { Knex } from 'knex';

/** Which builds of the site are served, and their files, so that any process answers for any of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE builds (
      -- A hash of what the site consists of.
      id text PRIMARY KEY,
      first_served_at timestamptz NOT NULL DEFAULT now(),
      -- When a process last said that it serves it.
      served_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE site_files (
      -- Such as /assets/main-1a2b3c4d.js: another content, another path.
      path text PRIMARY KEY,
      -- As its body is stored: br or identity.
      encoding text NOT NULL,
      body bytea NOT NULL,
      -- To the day: when a process last had it in its build.
      served_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX site_files_by_time ON site_files (served_at);
  `);
}
