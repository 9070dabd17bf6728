import type { Stripe } from 'stripe';
import { askAnew, isStripeRefusal } from './stripe.ts';

/**
 * What has changed what is kept at Stripe for a customer's next payments, the newest first: what is below 0 was added.
 * For a customer that Stripe has deleted, or doesn't know, nothing is kept.
 */
export async function readBalanceChanges(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.CustomerBalanceTransaction[]> {
  const changes = stripe.customers.listBalanceTransactions(customer, { limit: 100, expand: ['data.credit_note'] });
  try {
    return await changes.autoPagingToArray({ limit: 10_000 });
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return [];
    throw error;
  }
}

/** By the ids of payments: what of a balance was taken for them, less what came back. */
export function sumTaken(changes: readonly Stripe.CustomerBalanceTransaction[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { metadata, amount } of changes) {
    const id = metadata?.['paymentId'];
    if (id) taken.set(id, (taken.get(id) ?? 0) + amount);
  }
  return taken;
}

interface Taking {
  readonly customer: string;
  /** Of ours. */
  readonly paymentId: string;
  /** In all, with what was taken for it before. */
  readonly amount: number;
  readonly currency: string;
}

/** Has so much of a customer's balance taken for a payment: once, however many calls ask for it and whatever failed before. */
export function takeFromBalance(stripe: Stripe, { customer, paymentId, amount, currency }: Taking): Promise<void> {
  return askAnew(async (attempt) => {
    const changes = await readBalanceChanges(stripe, customer);
    const missing = amount - (sumTaken(changes).get(paymentId) ?? 0);
    if (missing === 0) return;
    const change = { amount: missing, currency: currency.toLowerCase(), metadata: { paymentId } };
    const count = changes.filter(({ metadata }) => metadata?.['paymentId'] === paymentId).length;
    await stripe.customers.createBalanceTransaction(customer, change, {
      idempotencyKey: `balance-${paymentId}-${count}-${attempt}`,
      maxNetworkRetries: 0,
    });
  });
}
