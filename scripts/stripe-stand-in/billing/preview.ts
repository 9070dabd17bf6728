import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newInvoice } from '../objects/invoice.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { nextBoundary } from './calendar.ts';
import { creditLeft, describeRest } from './change-plan.ts';
import { nextBalance } from './balance.ts';
import { discountOn } from './promotions.ts';
import { taxPercentFor } from './tax.ts';
import { describeItem, rhythmOf } from './subscriptions.ts';

/** The invoice that would come, which is kept nowhere: of the next period, or of the rest if it were canceled now. */
export function previewInvoice(
  books: Books,
  subscription: Stripe.Subscription,
  { cancelNow }: { readonly cancelNow: boolean },
): Stripe.Invoice {
  const customer = books.tables.customers.get(idOf(subscription.customer))!;
  const created = books.timeOf(customer.id);
  const { price, quantity = 1, current_period_end: start } = itemOf(subscription);
  const period = { start, end: nextBoundary(subscription.billing_cycle_anchor, rhythmOf(price), start) };
  const credit = { amount: creditLeft(books, subscription), price, description: describeRest(books, price) };
  const discount = cancelNow ? null : discountOn(books, subscription, { product: idOf(price.product), at: start });
  const taxPercent = taxPercentFor(books, customer.id, subscription.automatic_tax);
  const description = describeItem(books, subscription);
  const about = { created, customer, price, subscription, description, discount, taxPercent };
  const draft = newInvoice(
    cancelNow
      ? { ...about, quantity: 0, period: { start: created, end: start }, finalizesAt: null, reason: 'upcoming', credit }
      : { ...about, quantity, period, finalizesAt: null, reason: 'upcoming' },
  );
  const { due } = nextBalance(customer, draft.total);
  const lines = draft.lines.data.filter(({ amount }) => amount !== 0);
  return {
    ...draft,
    id: `upcoming_${draft.id}`,
    amount_due: due,
    amount_remaining: due,
    lines: { ...draft.lines, data: lines },
  };
}
