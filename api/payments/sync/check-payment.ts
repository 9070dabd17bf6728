import type { PaymentStatus } from '../../../schemas/api/payments.ts';
import type { Database } from '../../platform/db/database.ts';
import { JobError, type JobHandler } from '../../platform/jobs/job.ts';
import type { Sync } from '../sync.ts';

/** The kind of the jobs that look what became of a purchase somebody began; payload `{ paymentId }`. */
export const paymentCheckJob = 'payment_check';

interface CheckParts {
  readonly database: Database;
  readonly sync: Sync;
}

/**
 * Finds the page of a purchase whose process died before it was written down, or closes the purchase if there never was
 * one; where it was given up because Stripe failed, has the page closed that Stripe may have made all the same. Tries
 * again as long as somebody may still be asking Stripe for it.
 */
export function checkPayment({ database, sync }: CheckParts): JobHandler {
  return async ({ payload }) => {
    const { paymentId } = payload as { paymentId: string };
    const payment = await findIn(database, paymentId, ['created', 'expired']);
    if (!payment) return;
    await sync.user(payment.user_id);
    await closeWithoutCustomer(database, paymentId);
    if (await findIn(database, paymentId, ['created']))
      throw new JobError('The page of the payment is still being made');
  };
}

type Owner = { readonly user_id: string } | undefined;

async function findIn({ knex }: Database, id: string, statuses: readonly PaymentStatus[]): Promise<Owner> {
  return knex('payments').where({ id }).whereIn('status', statuses).first<Owner>('user_id');
}

/** Who is no customer of Stripe has no page there. A customer's rows are judged by what Stripe says. */
async function closeWithoutCustomer(database: Database, id: string): Promise<void> {
  await database.knex.raw(
    `UPDATE payments SET status = 'expired'
     WHERE id = ? AND status = 'created' AND coalesce(asked_until, created_at + interval '60 seconds')
         NOT BETWEEN now() AND now() + interval '1 minute'
       AND NOT EXISTS (SELECT FROM customers WHERE customers.user_id = payments.user_id)`,
    [id],
  );
}
