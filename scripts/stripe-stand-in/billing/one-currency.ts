import { idOf } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';

/** Refuses what is in another currency than what a customer has: a subscription that runs, or a balance. */
export function refuseOtherCurrency({ tables }: Books, customerId: string, currency: string): void {
  const customer = tables.customers.get(customerId);
  if (!customer?.currency || customer.currency === currency) return;
  const isRunning = tables.subscriptions
    .newest()
    .some((each) => idOf(each.customer) === customerId && each.status !== 'canceled');
  if (!isRunning && customer.balance === 0) return;
  throw badRequest(
    'You cannot combine currencies on a single customer. This customer has an active subscription, subscription ' +
      `schedule, discount, quote, or invoice item with currency ${customer.currency}.`,
    { param: 'currency' },
  );
}
