import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import type { StripeSource } from '../stripe.ts';
import type { Sync } from '../sync.ts';
import { customerOfEvent } from './customer-of-event.ts';
import type { StoredEvent } from './event-store.ts';

interface EventParts {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly sync: Sync;
}

/** An event is a hint: what it is about is read anew, so that neither its order nor its content matters. */
export function handleEvent({ database, stripe, sync }: EventParts): JobHandler {
  return async ({ payload }) => {
    const { eventId: id } = payload as { eventId: string };
    const unprocessed = database.knex('stripe_events').where({ id, processed_at: null });
    const event = await unprocessed.first<{ payload: StoredEvent } | undefined>('payload');
    if (!event) return;
    const customer = await customerOfEvent(stripe, event.payload);
    if (customer !== null) await sync.customer(customer);
    await database.knex('stripe_events').where({ id }).update({ processed_at: database.knex.fn.now() });
  };
}
