import type { Stripe } from 'stripe';
import type { Books } from '../state/books.ts';
import { describePrice } from '../billing/subscriptions.ts';
import { wholeList } from './list.ts';

/** What a Checkout Session sells. */
export function lineItemsOf(books: Books, sessionId: string): Stripe.ApiList<Stripe.LineItem> {
  const checkout = books.tables.checkouts.get(sessionId);
  const price = checkout && books.tables.prices.get(checkout.price);
  if (!price) throw new Error(`${sessionId} sells nothing`);
  const amount = (price.unit_amount ?? 0) * checkout.quantity;
  const item = {
    id: `li_${sessionId.slice(-24)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: describePrice(books, price),
    metadata: {},
    price,
    quantity: checkout.quantity,
  } satisfies Stripe.LineItem;
  return wholeList(`/v1/checkout/sessions/${sessionId}/line_items`, [item]);
}
