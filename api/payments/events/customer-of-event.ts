import { asStripeError, isStripeRefusal, type StripeSource } from '../stripe.ts';
import type { StoredEvent } from './event-store.ts';

/** Stripe's id of the customer that an event is about; null where it is about none. Disputes name their charge only. */
export async function customerOfEvent(
  stripe: StripeSource,
  { customer, charge }: Pick<StoredEvent, 'customer' | 'charge'>,
): Promise<string | null> {
  if (customer !== null || charge === null) return customer;
  const client = await stripe();
  try {
    const { customer: found } = await client.charges.retrieve(charge);
    return typeof found === 'object' ? (found?.id ?? null) : found;
  } catch (error) {
    if (isStripeRefusal(error, 'resource_missing')) return null;
    throw asStripeError(error);
  }
}
