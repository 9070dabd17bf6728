import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What of a payment's money was given back although it is in the price of a Lifetime that its buyer has.
    ALTER TABLE payments ADD given_twice integer NOT NULL DEFAULT 0;
  `);
}
