import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { asStripeError, type StripeSource } from '../stripe.ts';
import { storeEvent } from './event-store.ts';

export interface PullParts {
  readonly database: Database;
  readonly stripe: StripeSource;
  /** Has the worker look at the events at once. */
  readonly wakeWorker: () => void;
  readonly log: Log;
}

/**
 * The hourly look for events that Stripe could not deliver: they are taken in as if they had been. Any number of
 * processes may do it at once, for an event is stored once.
 */
export function createPull({ database, stripe, wakeWorker, log }: PullParts): () => Promise<void> {
  return async () => {
    const client = await stripe();
    let count = 0;
    try {
      const created = { gte: await findStart(database) };
      for await (const event of client.events.list({ delivery_success: false, created, limit: 100 }))
        if (await storeEvent(database, event)) count += 1;
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

/**
 * Stripe tries for three days to deliver an event: from so long before the last one that arrived, none is missed, however
 * long nobody was here to take them. In seconds since 1970, at most the 30 days that Stripe keeps them.
 */
async function findStart(database: Database): Promise<number> {
  const text = `
    SELECT extract(epoch FROM greatest(max(received_at) - interval '3 days', now() - interval '30 days'))::float8 AS start
    FROM stripe_events`;
  const [row] = await database.query<{ start: number }>({ name: 'start-of-pull', text, values: [] });
  return Math.floor(row?.start ?? 0);
}
