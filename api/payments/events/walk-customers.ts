import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { closeCustomerJob } from '../sync/close-customer.ts';
import type { Sync } from '../sync.ts';
import { stripeEventJob } from './event-store.ts';
import { isStale } from './stale-customers.ts';

/** The kind of the jobs that bring a customer in line with Stripe; payload `{ stripeId }`. */
export const customerSyncJob = 'customer_sync';

interface WalkParts {
  readonly database: Database;
  /** Has the worker look for the jobs at once. */
  readonly wakeWorker: () => void;
}

/**
 * The nightly look at those whose events may have been lost: each gets a job of its own, so that one who fails holds
 * nobody up and is tried again. One process at a time does it, and whoever was read in the last twenty hours is left out.
 * What was given up a day ago, as it is when Stripe is away for hours, is taken up again.
 */
export function createNightly({ database, wakeWorker }: WalkParts): () => Promise<void> {
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

/** Does the jobs of the walk. */
export function syncCustomer({ sync }: { readonly sync: Sync }): JobHandler {
  return ({ payload }) => sync.customer((payload as { stripeId: string }).stripeId);
}

const lockText = `SELECT pg_try_advisory_xact_lock(hashtext('walk-customers')) AS is_mine`;

// Four at once, as many as a worker does. Jobs are done in the order of their times: due together, thousands would keep
// the mails of people who wait for them.
const oneASecond = `now() + (row_number() OVER () - 1) / 4 * interval '4 seconds'`;

const enqueueStale = `
  WITH work AS (SELECT ?::text AS kind)
  INSERT INTO jobs (kind, run_at, payload)
  SELECT kind, ${oneASecond}, jsonb_build_object('stripeId', stripe_id) FROM customers, work
  WHERE ${isStale} AND (read_started_at BETWEEN now() - interval '20 hours' AND now()) IS NOT TRUE
    AND NOT EXISTS (
      SELECT FROM jobs WHERE jobs.kind = work.kind AND dead_at IS NULL AND payload->>'stripeId' = stripe_id
    )`;

const enqueueUnclosed = `
  WITH work AS (SELECT ?::text AS kind)
  INSERT INTO jobs (kind, run_at, payload)
  SELECT kind, ${oneASecond}, jsonb_build_object('userId', user_id) FROM customers JOIN users ON users.id = user_id, work
  WHERE closed_at IS NULL AND deleted_at < now() - interval '1 day'
    AND NOT EXISTS (
      SELECT FROM jobs WHERE jobs.kind = work.kind AND dead_at IS NULL AND payload->>'userId' = user_id::text
    )`;

const enqueueUnprocessed = `
  WITH work AS (SELECT ?::text AS kind)
  INSERT INTO jobs (kind, run_at, payload)
  SELECT kind, ${oneASecond}, jsonb_build_object('eventId', id) FROM stripe_events, work
  WHERE processed_at IS NULL AND received_at < now() - interval '1 day'
    AND NOT EXISTS (
      SELECT FROM jobs WHERE jobs.kind = work.kind AND dead_at IS NULL AND payload->>'eventId' = stripe_events.id
    )`;
