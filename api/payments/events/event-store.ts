import type { Stripe } from 'stripe';
import type { Database } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';

/** The kind of the jobs that look at what an event is about; payload `{ eventId }`. */
export const stripeEventJob = 'stripe_event';

/** What is kept of an event: where to look. Names, addresses and cards that it tells of are not. */
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
    customer: object.object === 'customer' ? id : idOf(object.customer),
    charge: idOf(object.charge),
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
  readonly customer?: Reference;
  readonly charge?: Reference;
}

type Reference = string | { readonly id: string } | null;

function idOf(reference: Reference | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}
