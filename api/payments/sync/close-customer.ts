import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { findCustomer } from '../customers.ts';
import { asStripeError, isStripeRefusal, type StripeSource } from '../stripe.ts';
import type { Sync } from '../sync.ts';

/** The kind of the jobs that end at Stripe what a removed account has there; payload `{ userId }`. */
export const closeCustomerJob = 'close_customer';

interface ClosingParts {
  readonly database: Database;
  readonly stripe: StripeSource;
  readonly sync: Sync;
}

/**
 * Ends all that runs for an account that was removed, and erases who it was. The customer itself stays at Stripe: what
 * was paid has to be told for years, and may be disputed.
 */
export function closeCustomer({ database, stripe, sync }: ClosingParts): JobHandler {
  return async ({ payload }) => {
    const { userId } = payload as { userId: string };
    const stripeId = await findCustomer(database, userId);
    if (stripeId === null || !(await isRemoved(database, userId))) return;
    await sync.customer(stripeId);
    const client = await stripe();
    try {
      await client.customers.update(stripeId, { email: '', name: '' });
    } catch (error) {
      // Deleted in Stripe's dashboard, where nothing is left to erase.
      if (!isStripeRefusal(error, 'resource_missing')) throw asStripeError(error);
    }
    const closed = database.knex('customers').where({ user_id: userId, closed_at: null });
    await closed.update({ closed_at: database.knex.fn.now() });
  };
}

async function isRemoved(database: Database, userId: string): Promise<boolean> {
  const users = database.knex('users').where({ id: userId }).whereNotNull('deleted_at');
  return (await users.first('id')) !== undefined;
}
