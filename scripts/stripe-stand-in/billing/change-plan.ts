import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newInvoice } from '../objects/invoice.ts';
import { amountOf } from '../objects/price.ts';
import { itemOf, itemsIn } from '../objects/subscription.ts';
import { totalsOf } from '../objects/totals.ts';
import type { Books } from '../state/books.ts';
import { dueAfterBalance } from './balance.ts';
import { declines } from './cards.ts';
import { chargeCard, type CardResult } from './charge-card.ts';
import { paymentMethodFor } from './collect.ts';
import { addPaymentIntent, draftInvoice, finalizeInvoice, markInvoicePaid, invoiceSource } from './invoices.ts';
import { discountOn } from './promotions.ts';
import { changeSubscription, describePrice, nextPeriod, periodFrom } from './subscriptions.ts';

/** What a subscription's current period is still worth, to the second, as a line of an invoice takes it off. */
function creditLeft(books: Books, subscription: Stripe.Subscription) {
  const { current_period_start: start, current_period_end: end, price } = itemOf(subscription);
  const left = (end - books.timeOf(idOf(subscription.customer))) / (end - start);
  const amount = Math.round(chargedFor(books, subscription) * Math.min(Math.max(left, 0), 1));
  return { amount, price, description: `Unused time on ${describePrice(books, price)}` };
}

/** What the current period was charged with, after what was taken off. */
function chargedFor({ tables }: Books, { latest_invoice: invoice, ...subscription }: Stripe.Subscription): number {
  const line = tables.invoices.get(idOf(invoice))?.lines.data.findLast(({ amount }) => amount >= 0);
  if (!line) return amountOf(itemOf(subscription).price);
  return line.amount - line.discount_amounts!.reduce((sum, { amount }) => sum + amount, 0);
}

/** What a change to another price takes now, after the customer's balance, which keeps what is left. */
export function dueForChange(books: Books, subscription: Stripe.Subscription, price: Stripe.Price): number {
  const customer = books.tables.customers.get(idOf(subscription.customer))!;
  const coupon = discountOn(books, subscription, price, books.timeOf(customer.id))?.coupon ?? null;
  const { total } = totalsOf(amountOf(price), { coupon, taxPercent: null });
  return dueAfterBalance(customer, total - creditLeft(books, subscription).amount);
}

/**
 * Changes a subscription to a price of another rhythm: a new period begins now, and the rest of the old one is taken
 * off. Where the card does not pay the rest, nothing is changed.
 */
export function changePlan(
  books: Books,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
): CardResult | { readonly kind: 'free' } {
  const amount = dueForChange(books, subscription, price);
  const { customer, currency } = subscription;
  const asked = { amount, currency, customer, description: 'Subscription update' };
  const paymentIntent = amount > 0 ? addPaymentIntent(books, asked) : undefined;
  const result = paymentIntent === undefined ? { kind: 'free' as const } : charge(books, subscription, paymentIntent);
  if (result.kind === 'asks' || result.kind === 'declined') return result;
  const credit = creditLeft(books, subscription);
  const period = periodFrom(books.timeOf(idOf(customer)), price);
  const changed = { items: itemsIn(subscription, period, price), billing_cycle_anchor: period.start };
  const start = { reason: 'subscription_update', period, credit } as const;
  const invoice = draftInvoice(books, { ...subscription, ...changed }, start);
  changeSubscription(books, subscription.id, { ...changed, latest_invoice: invoice.id });
  const final = finalizeInvoice(books, invoice, { paymentIntent });
  if (result.kind === 'paid') markInvoicePaid(books, final);
  return result;
}

function charge(books: Books, subscription: Stripe.Subscription, paymentIntent: string): CardResult {
  const paymentMethod = paymentMethodFor(books, subscription);
  if (paymentMethod === null) return { kind: 'declined', decline: declines.noCard };
  return chargeCard(books, { paymentIntent, paymentMethod, occasion: 'renewal' });
}

/** The invoice that would come, which is kept nowhere: of the next period, or of the rest if it were canceled now. */
export function previewInvoice(
  books: Books,
  subscription: Stripe.Subscription,
  { cancelNow }: { readonly cancelNow: boolean },
): Stripe.Invoice {
  const period = nextPeriod(subscription);
  const source = invoiceSource(books, subscription, { reason: 'upcoming', period });
  const rest = { amount: 0, credit: creditLeft(books, subscription), discount: null };
  const draft = newInvoice({ ...source, ...(cancelNow && rest) });
  const due = dueAfterBalance(source.customer, draft.total);
  const lines = draft.lines.data.filter(({ amount }) => amount !== 0);
  return {
    ...draft,
    id: `upcoming_${draft.id}`,
    amount_due: due,
    amount_remaining: due,
    lines: { ...draft.lines, data: lines },
  };
}
