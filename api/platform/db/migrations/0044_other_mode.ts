import type { Knex } from 'knex';

/** Customers that Stripe doesn't know any more, and what was paid with a test key before a live one came. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whether it was made with a live key; null: not known.
    ALTER TABLE customers ADD livemode boolean;
    -- When Stripe was found not to know it, or to have deleted it: the next purchase makes another one.
    ALTER TABLE customers ADD gone_at timestamptz;
    -- Those of Stripe that it had before: what they have paid is read by its own ids.
    ALTER TABLE customers ADD former_ids text[] NOT NULL DEFAULT '{}';
    CREATE INDEX customers_by_former_id ON customers USING gin (former_ids);
    -- Made with a test key, while the key is a live one: it counts for nothing.
    ALTER TABLE customers ADD other_mode boolean NOT NULL DEFAULT false;
    ALTER TABLE payments ADD other_mode boolean NOT NULL DEFAULT false;
    ALTER TABLE subscriptions ADD other_mode boolean NOT NULL DEFAULT false;
    -- Stripe's ids of pages say it.
    UPDATE customers SET livemode = found.livemode FROM (
      SELECT user_id, bool_or(checkout_id LIKE 'cs\\_live\\_%') AS livemode FROM payments
      WHERE checkout_id ~ '^cs_(live|test)_' GROUP BY user_id) found
    WHERE found.user_id = customers.user_id;
  `);
}
