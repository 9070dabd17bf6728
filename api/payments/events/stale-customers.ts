import type { Database } from '../../platform/db/database.ts';

/** Whose rows may not be as Stripe has them. */
export interface StaleCustomer {
  readonly userId: string;
  readonly stripeId: string;
}

/**
 * SQL: customers whose subscription renews or ends these days, or should have long ago, or who have a purchase whose time
 * is over.
 */
export const isStale = `(
  EXISTS (
    SELECT FROM subscriptions
    WHERE subscriptions.user_id = customers.user_id AND ended_at IS NULL AND period_end < now() + interval '3 days'
  ) OR EXISTS (
    SELECT FROM payments
    WHERE payments.user_id = customers.user_id AND status IN ('created', 'pending')
      AND coalesce(expires_at, created_at + interval '2 hours') < now()
  )
)`;

export function findStaleCustomers(database: Database): Promise<StaleCustomer[]> {
  const text = `SELECT user_id AS "userId", stripe_id AS "stripeId" FROM customers WHERE ${isStale} ORDER BY created_at`;
  return database.query<StaleCustomer>({ name: 'stale-customers', text, values: [] });
}

export function findAllCustomers(database: Database): Promise<StaleCustomer[]> {
  const text = 'SELECT user_id AS "userId", stripe_id AS "stripeId" FROM customers ORDER BY created_at';
  return database.query<StaleCustomer>({ name: 'all-customers', text, values: [] });
}
