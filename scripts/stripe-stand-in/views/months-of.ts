import type { Stripe } from 'stripe';

/** Months between payments; null for a single payment, or one more often than monthly. */
export function monthsOf({ recurring }: Stripe.Price): number | null {
  if (recurring?.interval === 'month') return recurring.interval_count;
  return recurring?.interval === 'year' ? recurring.interval_count * 12 : null;
}
