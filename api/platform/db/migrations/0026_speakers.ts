import type { Knex } from 'knex';

/** Who speaks in a recording, by locale; null where there is none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE content ADD speaker jsonb');
}
