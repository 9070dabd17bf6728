import type { Knex } from 'knex';
import type { EmailRequest } from '../../emails/requests.ts';
import type { Log } from '../../platform/log.ts';
import type { Stripe } from 'stripe';
import { findCustomer, isGone } from '../customers.ts';
import { isStripeRefusal, StripeError, type StripeSource } from '../stripe.ts';
import { act, ActionRefused, type StripeAction } from './actions.ts';
import { readOwnRows } from '../rows.ts';
import { readCustomer, readKnownObjects } from './read-customer.ts';
import { readKnownIds, setAside } from './set-aside.ts';
import { settle, writeSettlement } from './settle.ts';
import type { CustomerSnapshot } from './snapshot.ts';
import type { Database } from '../../platform/db/database.ts';

export interface SyncDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly enqueueEmail: (trx: Knex, request: EmailRequest) => Promise<void>;
  /** Whether Stripe is asked with a live key. */
  readonly isLive: () => boolean;
  /** Makes the worker look for new emails at once. */
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

async function syncCustomer(dependencies: SyncDependencies, customer: string): Promise<'read' | 'unknown'> {
  const stripe = await dependencies.stripe();
  for (let round = 1; round <= maxRounds; round += 1) {
    const reading = await beginReading(dependencies.database, customer);
    if (!reading) return 'read';
    const { stripeId } = reading;
    const result = await read(stripe, dependencies.database, reading);
    const { isNewest, actions } = await record(dependencies, reading, result);
    if (actions.length === 0) return result.isKnown ? 'read' : 'unknown';
    // A later reading knows better what is still to be done.
    if (isNewest && round < maxRounds) await act(stripe, { stripeId, actions, log: dependencies.log });
  }
  throw new StripeError(`What is to be ended at Stripe did not come to an end: ${customer}`);
}

interface Reading {
  readonly stripeId: string;
  readonly userId: string;
  /** By the clock of the database, as it writes it: to the microsecond. */
  readonly readStartedAt: string;
}

async function beginReading(database: Database, stripeId: string): Promise<Reading | undefined> {
  const text = `SELECT stripe_id AS "stripeId", user_id AS "userId", clock_timestamp()::text AS "readStartedAt"
    FROM customers WHERE stripe_id = $1 OR former_ids @> ARRAY[$1::text]`;
  const [reading] = await database.query<Reading>({ name: 'begin-reading', text, values: [stripeId] });
  return reading;
}

interface Result {
  readonly snapshot: CustomerSnapshot;
  /** Stripe has the customer, perhaps a deleted one. */
  readonly isKnown: boolean;
}

async function read(stripe: Stripe, database: Database, reading: Reading): Promise<Result> {
  const { stripeId, userId } = reading;
  const now = new Date(reading.readStartedAt);
  const known = await readKnownIds(database, userId);
  try {
    return { snapshot: await readCustomer(stripe, stripeId, now, known), isKnown: true };
  } catch (error) {
    const isMissing = error instanceof StripeError && isStripeRefusal(error.cause, 'resource_missing');
    if (!isMissing || !(await isGone(stripe, stripeId))) throw error;
    return { snapshot: await readKnownObjects(stripe, stripeId, now, known), isKnown: false };
  }
}

interface Recorded {
  /** None that began later has been written: this one was. */
  readonly isNewest: boolean;
  readonly actions: readonly StripeAction[];
}

async function record(
  { database, enqueueEmail, wakeWorker, isLive, log }: SyncDependencies,
  reading: Reading,
  { snapshot, isKnown }: Result,
): Promise<Recorded> {
  const { isNewest, actions, emails, payments } = await database.knex.transaction(async (trx) => {
    const settlement = settle(snapshot, await readOwnRows(trx, reading));
    const isNewest = await claimReading(trx, reading);
    if (isNewest) await writeSettlement(trx, settlement, { userId: reading.userId, enqueueEmail });
    if (isNewest && !isKnown) await setAside(trx, reading.userId, { snapshot, isLive: isLive() });
    return { ...settlement, isNewest };
  });
  if (!isKnown) log.warn('customer_unknown', { customer: reading.stripeId });
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
   * refuses an action. A customer without an account here is left alone. `unknown`: Stripe doesn't know the customer, so
   * that only what it knows by its own id could be read.
   */
  customer(stripeId: string): Promise<'read' | 'unknown'>;
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
function shareRuns<Value>(run: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>();
  const waiting = new Map<string, Promise<Value>>();

  function start(key: string): Promise<Value> {
    const current = run(key).finally(() => running.delete(key));
    running.set(key, current);
    return current;
  }

  async function startAfter(current: Promise<Value>, key: string): Promise<Value> {
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
