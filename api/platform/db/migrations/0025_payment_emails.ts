import type { Knex } from 'knex';

/** What members were told of a subscription. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE subscriptions
      -- How often Stripe has tried in vain to have the current period paid; null: not known.
      ADD failed_attempts integer,
      -- The renewal (period_end) that its member was reminded of last.
      ADD reminded_for timestamptz;
  `);
}
