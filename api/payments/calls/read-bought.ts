import type { Database } from '../../platform/db/database.ts';
import type { BoughtRows, PaidRow, SubscriptionRow } from './bought.ts';

/** Everything that a user has paid for, newest first. */
export async function readBought(database: Database, userId: string): Promise<BoughtRows> {
  const values = [userId];
  const [subscriptions, payments] = await Promise.all([
    database.query<SubscriptionRow>({ name: 'subscriptions-of-user', text: subscriptionsText, values }),
    database.query<PaidRow>({ name: 'payments-of-user', text: paymentsText, values }),
  ]);
  return { subscriptions, payments };
}

// One that was never paid has not begun.
const subscriptionsText = `
  SELECT id, plan, status, amount, currency, period_end, cancel_at_period_end, ended_at, pay_url, created_at
  FROM subscriptions WHERE user_id = $1 AND status NOT IN ('incomplete', 'incomplete_expired')
  ORDER BY created_at DESC, id`;

const paymentsText = `
  SELECT id, plan, kind, status, amount, refunded_amount, currency, subscription_id, payment_intent_id, invoice_id,
    disputed, created_at, paid_at
  FROM payments WHERE user_id = $1 AND paid_at IS NOT NULL
  ORDER BY paid_at DESC, id`;
