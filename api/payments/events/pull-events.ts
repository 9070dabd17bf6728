import type { Database } from '../../platform/db/database.ts';
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

/** Stripe tries for so long to deliver an event. */
const tryingMilliseconds = 3 * 86_400_000;
const keptMilliseconds = 30 * 86_400_000;

/**
 * The hourly look for events that Stripe could not deliver: they are taken in as if they had been. A process begins with
 * all that Stripe keeps, whatever has arrived since it was away, and goes on from its last look that came to an end. Any
 * number of processes may do it at once, for an event is stored once.
 */
export function createPull({ database, stripe, wakeWorker, log }: PullParts): () => Promise<void> {
  let lastLook: number | null = null;
  return async () => {
    const now = Date.now();
    const since = lastLook === null ? now - keptMilliseconds : lastLook - tryingMilliseconds;
    const created = { gte: Math.floor(since / 1_000) };
    const client = await stripe();
    let count = 0;
    try {
      for await (const event of client.events.list({ delivery_success: false, created, limit: 100 }))
        if (await storeEvent(database, event)) count += 1;
      lastLook = now;
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
