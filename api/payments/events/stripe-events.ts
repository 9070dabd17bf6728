import type { Stripe } from 'stripe';
import type { Log } from '../../platform/log.ts';
import { asStripeError, stripeIdOf, isStripeRefusal, type StripeSource } from '../stripe.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';

/** The kind of the jobs that look at what an event is about; payload `{ eventId }`. */
export const stripeEventJob = 'stripe_event';

/** What is kept of an event: where to look. Names, addresses and cards in it are not. */
export interface StoredEvent {
  readonly object: string;
  readonly objectId: string | null;
  readonly customer: string | null;
  readonly charge: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Writes an event down with the job that looks at it: both or neither, and once. Resolves to whether it was new. */
export async function storeEvent(database: Database, event: Stripe.Event): Promise<boolean> {
  return database.knex.transaction(async (trx) => {
    const row = { id: event.id, type: event.type, payload: JSON.stringify(describeEvent(event)) };
    const stored = await trx('stripe_events').insert(row).onConflict('id').ignore().returning('id');
    if (stored.length > 0) await enqueueJob(trx, stripeEventJob, { eventId: event.id });
    return stored.length > 0;
  });
}

export function describeEvent({ data, created }: Stripe.Event): StoredEvent {
  const object = data.object as EventObject;
  const id = object.id ?? null;
  return {
    object: object.object ?? '',
    objectId: id,
    customer: object.object === 'customer' ? id : stripeIdOf(object.customer),
    charge: stripeIdOf(object.charge),
    createdAt: new Date(created * 1_000).toISOString(),
  };
}

/** Removes the events that were looked at and are 90 days old. */
export async function removeOldEvents(database: Database): Promise<void> {
  const text = `DELETE FROM stripe_events WHERE received_at < now() - interval '90 days' AND processed_at IS NOT NULL`;
  await database.query({ name: 'remove-stripe-events', text, values: [] });
}

/** The fields that many of Stripe's objects have. */
interface EventObject {
  readonly id?: string;
  readonly object?: string;
  readonly customer?: Parameters<typeof stripeIdOf>[0];
  readonly charge?: Parameters<typeof stripeIdOf>[0];
}

/** Stripe's id of the customer that an event is about; null where it is about none. Disputes name their charge only. */
export async function customerOfEvent(
  stripe: StripeSource,
  { customer, charge }: Pick<StoredEvent, 'customer' | 'charge'>,
): Promise<string | null> {
  if (customer !== null || charge === null) return customer;
  const client = await stripe();
  try {
    return stripeIdOf((await client.charges.retrieve(charge)).customer);
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw asStripeError(error);
  }
}

interface PullDependencies {
  readonly database: Database;
  readonly stripe: StripeSource;
  /** Makes the worker look at the events at once. */
  readonly wakeWorker: () => void;
  readonly log: Log;
}

/** Stripe tries for so long to deliver an event. */
const retryMilliseconds = 3 * 86_400_000;
const retentionMilliseconds = 30 * 86_400_000;

/**
 * The hourly look for events that Stripe could not deliver: they are taken in as if they had been. A process begins with
 * all that Stripe keeps, whatever has arrived since it was away, and goes on from its last look that came to an end. Any
 * number of processes may do it at once, for an event is stored once.
 */
export function createPull({ database, stripe, wakeWorker, log }: PullDependencies): () => Promise<void> {
  let lastPull: number | null = null;
  return async () => {
    const now = Date.now();
    const since = lastPull === null ? now - retentionMilliseconds : lastPull - retryMilliseconds;
    const created = { gte: Math.floor(since / 1_000) };
    const client = await stripe();
    let count = 0;
    try {
      for await (const event of client.events.list({ delivery_success: false, created, limit: 100 }))
        if (await storeEvent(database, event)) count += 1;
      lastPull = now;
    } catch (error) {
      throw asStripeError(error);
    } finally {
      if (count > 0) {
        log.warn('undelivered_events_found', { count });
        wakeWorker();
      }
    }
  };
}
