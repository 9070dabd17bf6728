import type { Knex } from 'knex';

/** Payments and subscriptions as Stripe has them, its events, and access that survives a renewal. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE customers (
      -- Not erased with the account: what was paid has to be told for years. Nothing personal stands here.
      user_id uuid PRIMARY KEY REFERENCES users,
      -- Stripe's id.
      stripe_id text NOT NULL UNIQUE,
      -- When the reading of Stripe began that was written last: an older one is not written over it.
      read_started_at timestamptz,
      -- The account was removed, and all that ran in Stripe was ended.
      closed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE payments (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users,
      plan text NOT NULL,
      -- A purchase is made on Stripe's page; a renewal is taken by Stripe, and stands here once it is paid.
      kind text NOT NULL CHECK (kind IN ('purchase', 'renewal')),
      status text NOT NULL CHECK (status IN ('created', 'pending', 'succeeded', 'failed', 'expired', 'refunded')),
      -- In the currency's smallest unit.
      amount integer NOT NULL CHECK (amount >= 0),
      refunded_amount integer NOT NULL DEFAULT 0,
      currency text NOT NULL,
      -- Of Stripe: the page and the time until which it can be paid there.
      checkout_id text UNIQUE,
      checkout_url text,
      expires_at timestamptz,
      -- Until then somebody asks Stripe for the page; others wait for it.
      asked_until timestamptz,
      subscription_id text,
      invoice_id text UNIQUE,
      payment_intent_id text UNIQUE,
      document_url text,
      -- Disputed with the bank, and not decided for us.
      disputed boolean NOT NULL DEFAULT false,
      -- Where the customer came from, as it was at the purchase; nothing personal.
      funnel text,
      utm_source text,
      created_at timestamptz NOT NULL DEFAULT now(),
      paid_at timestamptz,
      refunded_at timestamptz
    );
    CREATE UNIQUE INDEX payments_open ON payments (user_id) WHERE status IN ('created', 'pending');
    CREATE INDEX payments_of_user ON payments (user_id, created_at DESC);
    CREATE INDEX payments_by_day ON payments (paid_at) WHERE paid_at IS NOT NULL;

    CREATE TABLE subscriptions (
      -- Stripe's id.
      id text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users,
      plan text NOT NULL,
      -- As Stripe says it: active, past_due, canceled …
      status text NOT NULL,
      amount integer NOT NULL,
      currency text NOT NULL,
      period_start timestamptz NOT NULL,
      period_end timestamptz NOT NULL,
      cancel_at_period_end boolean NOT NULL,
      ended_at timestamptz,
      -- Stripe's page where an invoice that could not be collected can be paid.
      pay_url text,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX subscriptions_of_user ON subscriptions (user_id, created_at DESC);
    CREATE INDEX subscriptions_running ON subscriptions (period_end) WHERE ended_at IS NULL;

    CREATE TABLE stripe_events (
      -- Stripe's id: one that arrives again is known.
      id text PRIMARY KEY,
      type text NOT NULL,
      payload jsonb NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz
    );
    CREATE INDEX stripe_events_by_time ON stripe_events (received_at);
    CREATE INDEX stripe_events_waiting ON stripe_events (received_at) WHERE processed_at IS NULL;

    -- A subscription that renews goes on until then while nothing is known of its renewal yet.
    ALTER TABLE access_grants ADD grace_ends_at timestamptz;
    CREATE OR REPLACE FUNCTION access_of(uuid) RETURNS TABLE (access_to timestamptz) LANGUAGE sql STABLE AS
      'SELECT max(CASE WHEN ends_at <= now() AND grace_ends_at > now() THEN grace_ends_at ELSE ends_at END)
       FROM access_grants WHERE user_id = $1 AND revoked_at IS NULL';
  `);
}
