import type { Knex } from 'knex';

/** Has a row once a program has had events in another database (`EVENTS_DATABASE_URL`). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE TABLE events_elsewhere (since timestamptz NOT NULL DEFAULT now())');
}
