import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the next payment takes, after a discount; null: not known, so the whole amount.
    ALTER TABLE subscriptions ADD next_amount integer;
  `);
}
