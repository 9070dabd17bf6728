import type { Knex } from 'knex';
import type { EmailRequest } from '../../emails/requests.ts';
import type { Log } from '../../platform/log.ts';
import { findCustomer } from '../customers.ts';
import { StripeError, type StripeSource } from '../stripe.ts';
import { act, ActionRefused, type StripeAction } from './actions.ts';
import { readOwnRows } from '../rows.ts';
import { readCustomer } from './read-customer.ts';
import { settle, writeSettlement } from './settle.ts';
import type { CustomerSnapshot } from './snapshot.ts';
import type { Database } from '../../platform/db/database.ts';

export interface SyncDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly enqueueEmail: (trx: Knex, request: EmailRequest) => Promise<void>;
  /** Has the worker look for new emails at once. */
  readonly wakeWorker: () => void;
  readonly log: Log;
}

/** Reading, writing and doing, and again to see what came of it. */
const maxRounds = 3;

/** Several calls for one customer at once share a reading that begins after them. */
export function createSync(dependencies: SyncDependencies): Sync {
  const customer = shareRuns((stripeId) => syncCustomer(dependencies, stripeId));
  return {
    customer,
    async user(userId) {
      const stripeId = await findCustomer(dependencies.database, userId);
      if (stripeId === null) return;
      await customer(stripeId).catch((error: unknown) => {
        if (!(error instanceof ActionRefused)) throw error;
      });
    },
  };
}

async function syncCustomer(dependencies: SyncDependencies, stripeId: string): Promise<void> {
  const stripe = await dependencies.stripe();
  for (let round = 1; round <= maxRounds; round += 1) {
    const reading = await beginReading(dependencies.database, stripeId);
    if (!reading) return;
    const snapshot = await readCustomer(stripe, stripeId, new Date(reading.readStartedAt));
    const { isNewest, actions } = await record(dependencies, reading, snapshot);
    if (actions.length === 0) return;
    // A later reading knows better what is still to be done.
    if (isNewest && round < maxRounds) await act(stripe, { stripeId, actions, log: dependencies.log });
  }
  throw new StripeError(`What is to be ended at Stripe did not come to an end: ${stripeId}`);
}

interface Reading {
  readonly stripeId: string;
  readonly userId: string;
  /** By the clock of the database, as it writes it: to the microsecond. */
  readonly readStartedAt: string;
}

async function beginReading(database: Database, stripeId: string): Promise<Reading | undefined> {
  const text = `SELECT stripe_id AS "stripeId", user_id AS "userId", clock_timestamp()::text AS "readStartedAt"
    FROM customers WHERE stripe_id = $1`;
  const [reading] = await database.query<Reading>({ name: 'begin-reading', text, values: [stripeId] });
  return reading;
}

interface Recorded {
  /** None that began later has been written: this one was. */
  readonly isNewest: boolean;
  readonly actions: readonly StripeAction[];
}

async function record(
  { database, enqueueEmail, wakeWorker, log }: SyncDependencies,
  reading: Reading,
  snapshot: CustomerSnapshot,
): Promise<Recorded> {
  const { isNewest, actions, emails, payments } = await database.knex.transaction(async (trx) => {
    const settlement = settle(snapshot, await readOwnRows(trx, reading));
    const isNewest = await claimReading(trx, reading);
    if (isNewest) await writeSettlement(trx, settlement, { userId: reading.userId, enqueueEmail });
    return { ...settlement, isNewest };
  });
  if (isNewest && emails.length > 0) wakeWorker();
  for (const { row, before } of isNewest ? payments : []) {
    const { invoiceId: invoice, givenTwice: amount, currency } = row;
    if (amount > (before?.givenTwice ?? 0)) log.warn('credit_given_twice', { invoice, amount, currency });
  }
  return { isNewest, actions };
}

/**
 * Resolves to whether none that began later was written; from then on the customer is locked. One that seems to begin in
 * the future began before the clock was set back.
 */
async function claimReading(trx: Knex, { stripeId, readStartedAt }: Reading): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `UPDATE customers SET read_started_at = CAST(:readStartedAt AS timestamptz)
     WHERE stripe_id = :stripeId AND (read_started_at
       BETWEEN CAST(:readStartedAt AS timestamptz) AND clock_timestamp()) IS NOT TRUE
     RETURNING user_id`,
    { stripeId, readStartedAt },
  );
  return rows.length > 0;
}

/** Brings what the database has of a customer in line with Stripe. */
export interface Sync {
  /**
   * Reads all that Stripe has of the customer and writes it down: payments, subscriptions, grants, and the emails that
   * follow from what is new. What Stripe should not have (a second live subscription, a second Lifetime, renewals under
   * a Lifetime, anything that runs for a removed account) is ended there, and given back where it was paid for.
   * Any number of these at once, in any order and any processes, lead to the same rows. Rejects with a `StripeError`
   * where Stripe does not answer: nothing is written then; and with an `ActionRefused`, once all is written, where it
   * refuses an action. A customer without an account here is left alone.
   */
  customer(stripeId: string): Promise<void>;
  /**
   * The same for the customer of a user; nothing to do where there is none yet. An action that Stripe refuses is in
   * nobody's way: a later reading tries it again.
   */
  user(userId: string): Promise<void>;
}

/**
 * Work on something, shared by all who ask for it at once: each caller gets a run that begins after its call. So, however
 * many ask, one runs and one waits.
 */
function shareRuns(run: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  function start(key: string): Promise<void> {
    const current = run(key).finally(() => running.delete(key));
    running.set(key, current);
    return current;
  }

  async function startAfter(current: Promise<void>, key: string): Promise<void> {
    // Whether that one failed is for those who wait for it.
    await Promise.allSettled([current]);
    waiting.delete(key);
    return start(key);
  }

  return (key) => {
    const current = running.get(key);
    if (!current) return start(key);
    const next = waiting.get(key) ?? startAfter(current, key);
    waiting.set(key, next);
    return next;
  };
}
