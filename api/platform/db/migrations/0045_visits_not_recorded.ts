import type { Knex } from 'knex';

/** How many visits were not recorded, as one network had begun too many. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE visits_not_recorded (
      funnel text NOT NULL,
      -- On which they began, in UTC.
      day date NOT NULL,
      visits bigint NOT NULL,
      PRIMARY KEY (funnel, day)
    );
  `);
}
