import { closeCustomerJob, customerSyncJob } from './jobs.ts';
import { stripeEventJob } from './stripe-events.ts';
import type { Database } from '../../platform/db/database.ts';

interface Dependencies {
  readonly database: Database;
  /** Makes the worker look for the jobs at once. */
  readonly wakeWorker: () => void;
}

/**
 * Enqueues a job for each customer whose events may have been lost, so that one failure doesn't delay the others and is
 * retried by itself. One process at a time does this, and customers read in the last twenty hours are skipped. Jobs that
 * were abandoned a day ago, as when Stripe is down for hours, are enqueued again.
 */
export function createStaleCustomersJob({ database, wakeWorker }: Dependencies): () => Promise<void> {
  return async () => {
    const isMine = await database.knex.transaction(async (trx) => {
      const lock = await trx.raw<{ rows: { is_mine: boolean }[] }>(lockText);
      if (!lock.rows[0]?.is_mine) return false;
      await trx.raw(enqueueStale, [customerSyncJob]);
      await trx.raw(enqueueUnclosed, [closeCustomerJob]);
      await trx.raw(enqueueUnprocessed, [stripeEventJob]);
      return true;
    });
    if (isMine) wakeWorker();
  };
}

const lockText = `SELECT pg_try_advisory_xact_lock(hashtext('walk-customers')) AS is_mine`;

/**
 * SQL: customers whose subscription renews or ends these days, or should have long ago, who are to be reminded of a
 * renewal, or who have a purchase whose time is over.
 */
const isStale = `(
  EXISTS (
    SELECT FROM subscriptions
    WHERE subscriptions.user_id = customers.user_id AND ended_at IS NULL AND (
      period_end < now() + interval '3 days' OR (
        period_end < now() + interval '7 days' AND period_end > period_start + interval '45 days'
        AND NOT cancel_at_period_end AND reminded_for IS DISTINCT FROM period_end
      )
    )
  ) OR EXISTS (
    SELECT FROM payments
    WHERE payments.user_id = customers.user_id AND status IN ('created', 'pending')
      AND coalesce(expires_at, created_at + interval '2 hours') < now()
  )
)`;

// Four at once, as many as a worker runs. Jobs run in the order of their times: thousands that are due together would
// delay the emails that people are waiting for.
const oneASecond = `now() + (row_number() OVER () - 1) / 4 * interval '4 seconds'`;

/** SQL: a job for each id that is found, unless one waits; `key` is what its payload calls the id. */
const enqueueEach = (key: string, found: string): string => `
  WITH work AS (SELECT ?::text AS kind), found (id) AS (${found})
  INSERT INTO jobs (kind, run_at, payload)
  SELECT kind, ${oneASecond}, jsonb_build_object('${key}', id) FROM found, work
  WHERE NOT EXISTS (SELECT FROM jobs WHERE jobs.kind = work.kind AND dead_at IS NULL AND payload->>'${key}' = found.id::text)`;

const enqueueStale = enqueueEach(
  'stripeId',
  `SELECT stripe_id FROM customers
   WHERE ${isStale} AND (read_started_at BETWEEN now() - interval '20 hours' AND now()) IS NOT TRUE`,
);

const enqueueUnclosed = enqueueEach(
  'userId',
  `SELECT user_id FROM customers JOIN users ON users.id = user_id
   WHERE closed_at IS NULL AND deleted_at < now() - interval '1 day'`,
);

const enqueueUnprocessed = enqueueEach(
  'eventId',
  `SELECT id FROM stripe_events WHERE processed_at IS NULL AND received_at < now() - interval '1 day'`,
);

export interface KnownCustomer {
  readonly userId: string;
  readonly stripeId: string;
  /** Our rows may not be as Stripe has them. */
  readonly isStale: boolean;
  /** Made with a test key, while the key is a live one. */
  readonly isOtherMode: boolean;
  /** The account was removed, and all that ran in Stripe was ended. */
  readonly isClosed: boolean;
}

export function findCustomers(database: Database): Promise<KnownCustomer[]> {
  const text = `
    SELECT user_id AS "userId", stripe_id AS "stripeId", ${isStale} AS "isStale", other_mode AS "isOtherMode",
      closed_at IS NOT NULL AS "isClosed"
    FROM customers ORDER BY created_at`;
  return database.query<KnownCustomer>({ name: 'known-customers', text, values: [] });
}
