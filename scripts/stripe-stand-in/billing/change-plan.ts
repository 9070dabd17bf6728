import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import { itemOf } from '../objects/subscription.ts';
import { planOf } from '../objects/price.ts';
import type { Books } from '../state/books.ts';
import { totalsOf } from '../objects/totals.ts';
import { nextBalance } from './balance.ts';
import { nextBoundary } from './calendar.ts';
import { chargeCard, type ChargeResult } from './charge-card.ts';
import { declines } from './cards.ts';
import { draftInvoice, finalizeInvoice, markInvoicePaid } from './invoices.ts';
import { paymentMethodFor } from './collect.ts';
import { discountOn } from './promotions.ts';
import { changeSubscription, describePrice, rhythmOf } from './subscriptions.ts';

/** What a subscription's current period is still worth, to the second. */
export function creditLeft(books: Books, subscription: Stripe.Subscription): number {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const left = (end - books.timeOf(idOf(subscription.customer))) / (end - start);
  return Math.round(chargedFor(books, subscription) * Math.min(Math.max(left, 0), 1));
}

/** What the current period was charged with, after what was taken off. */
function chargedFor({ tables }: Books, { latest_invoice, ...subscription }: Stripe.Subscription): number {
  const line = tables.invoices.get(idOf(latest_invoice) ?? '')?.lines.data.findLast(({ amount }) => amount >= 0);
  if (line) return line.amount - line.discount_amounts!.reduce((sum, { amount }) => sum + amount, 0);
  const { price, quantity = 1 } = itemOf(subscription);
  return (price.unit_amount ?? 0) * quantity;
}

/** What a change to another price comes to now: below 0, so much is kept for the next payments. */
export function priceOfChange(books: Books, subscription: Stripe.Subscription, price: Stripe.Price): number {
  const at = books.timeOf(idOf(subscription.customer));
  const coupon = discountOn(books, subscription, { product: idOf(price.product), at })?.coupon ?? null;
  const amount = (price.unit_amount ?? 0) * (itemOf(subscription).quantity ?? 1);
  return totalsOf(amount, { coupon, taxPercent: null }).total - creditLeft(books, subscription);
}

/**
 * Changes a subscription to a price of another rhythm: a new period begins now, and the rest of the old one is taken
 * off. Where the card does not pay the rest, nothing is changed.
 */
export function changePlan(
  books: Books,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
): ChargeResult | { readonly kind: 'free' } {
  const customer = books.tables.customers.get(idOf(subscription.customer))!;
  const { due } = nextBalance(customer, priceOfChange(books, subscription, price));
  const intent = due > 0 ? beginPayment(books, customer, { amount: due, currency: price.currency }) : null;
  const result = intent === null ? ({ kind: 'free' } as const) : charge(books, subscription, intent.id);
  if (result.kind === 'asks' || result.kind === 'declined') return result;
  const credit = { amount: creditLeft(books, subscription), price: itemOf(subscription).price };
  const now = books.timeOf(customer.id);
  const period = { start: now, end: nextBoundary(now, rhythmOf(price), now) };
  const changed = withPrice(subscription, price, period);
  const description = describeRest(books, credit.price);
  const invoice = draftInvoice(
    books,
    { ...subscription, ...changed },
    { reason: 'subscription_update', period, finalizesAt: null, credit: { ...credit, description } },
  );
  changeSubscription(books, subscription.id, { ...changed, latest_invoice: invoice.id });
  const final = finalizeInvoice(books, invoice, intent?.id);
  if (result.kind === 'paid') markInvoicePaid(books, final, null);
  return result;
}

/** In words, as on an invoice. */
export function describeRest(books: Books, price: Stripe.Price): string {
  return `Unused time on ${describePrice(books, price)}`;
}

function charge(books: Books, subscription: Stripe.Subscription, paymentIntent: string): ChargeResult {
  const paymentMethod = paymentMethodFor(books, subscription);
  if (paymentMethod === null) return { kind: 'declined', decline: declines.noCard };
  return chargeCard(books, { paymentIntent, paymentMethod, occasion: 'renewal' });
}

function beginPayment(
  books: Books,
  { id: customer }: Stripe.Customer,
  due: { readonly amount: number; readonly currency: string },
): Stripe.PaymentIntent {
  const created = books.timeOf(customer);
  const about = { customer, description: 'Subscription update', metadata: {}, willRenew: true };
  const intent = books.tables.paymentIntents.put(newPaymentIntent({ ...about, ...due, created }));
  books.emit('payment_intent.created', intent);
  return intent;
}

function withPrice(
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  { start, end }: { readonly start: number; readonly end: number },
): Pick<Stripe.Subscription, 'items' | 'billing_cycle_anchor'> {
  const period = { current_period_start: start, current_period_end: end };
  const item = { ...itemOf(subscription), price, plan: planOf(price), ...period };
  return { items: { ...subscription.items, data: [item] }, billing_cycle_anchor: start };
}
