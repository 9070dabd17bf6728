import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import { monthsOf } from '../objects/price.ts';
import { type BillingPeriod, itemOf, newSubscription, noCancellation } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { nextBoundary } from './calendar.ts';

/** Begins now, with a first period that has been paid. */
export function startSubscription(
  books: Books,
  price: Stripe.Price,
  { customer, paymentMethod, metadata }: { customer: string; paymentMethod: string; metadata: Stripe.Metadata },
): Stripe.Subscription {
  const created = books.timeOf(customer);
  const { test_clock: clock } = books.change('customers', customer, { currency: price.currency });
  const parts = { created, customer, default_payment_method: paymentMethod, metadata, test_clock: idOf(clock) };
  return books.tables.subscriptions.put(newSubscription(price, periodFrom(created, price), parts));
}

/** A first period. */
export function periodFrom(start: number, price: Stripe.Price): BillingPeriod {
  return { start, end: nextBoundary(start, monthsOf(price) ?? 1, start) };
}

/** The period after the one that runs. */
export function nextPeriod(subscription: Stripe.Subscription): BillingPeriod {
  const { price, current_period_end: start } = itemOf(subscription);
  return { start, end: nextBoundary(subscription.billing_cycle_anchor, monthsOf(price) ?? 1, start) };
}

/** The subscription that a customer has. */
export function runningOf({ tables }: Books, customer: string): Stripe.Subscription | undefined {
  return tables.subscriptions.newest().find((each) => each.customer === customer && each.status !== 'canceled');
}

/** Refuses what is in another currency than what a customer has: a subscription that runs, or a balance. */
export function refuseOtherCurrency(books: Books, customerId: string, currency: string): void {
  const customer = books.tables.customers.get(customerId);
  if (!customer?.currency || customer.currency === currency) return;
  if (!runningOf(books, customerId) && customer.balance === 0) return;
  throw badRequest(
    'You cannot combine currencies on a single customer. This customer has an active subscription, subscription ' +
      `schedule, discount, quote, or invoice item with currency ${customer.currency}.`,
    { param: 'currency' },
  );
}

/** Ends it now. Open invoices stay, and are not charged by themselves any more. */
export function endSubscription(
  books: Books,
  { id, customer, canceled_at, cancellation_details }: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  const ended_at = books.timeOf(idOf(customer));
  const ended = books.change('subscriptions', id, {
    status: 'canceled',
    canceled_at: canceled_at ?? ended_at,
    ended_at,
    cancellation_details: { ...noCancellation, ...cancellation_details, reason },
  });
  const stopped = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
  for (const invoice of invoicesOf(books, id)) {
    if (invoice.status !== 'paid') books.change('invoices', invoice.id, stopped, 'invoice.updated');
  }
  books.emit('customer.subscription.deleted', ended);
  return ended;
}

/** To cancel at the period's end, or to go on after all. */
export function cancellation(
  books: Books,
  before: Stripe.Subscription,
  isToEnd: boolean,
  feedback?: Stripe.Subscription.CancellationDetails.Feedback,
): Partial<Stripe.Subscription> {
  const details = { ...noCancellation, ...before.cancellation_details, ...(feedback && { feedback }) };
  if (isToEnd === before.cancel_at_period_end) return { cancellation_details: details };
  return {
    cancel_at_period_end: isToEnd,
    cancel_at: isToEnd ? itemOf(before).current_period_end : null,
    canceled_at: isToEnd ? books.timeOf(idOf(before.customer)) : null,
    cancellation_details: { ...details, reason: isToEnd ? 'cancellation_requested' : null },
  };
}

/** The newest first. */
function invoicesOf({ tables }: Books, subscriptionId: string): Stripe.Invoice[] {
  return tables.invoices.newest().filter((invoice) => subscriptionOf(invoice) === subscriptionId);
}

/** Its latest invoice that is final decides whether a live subscription is active or past due. */
export function settleStatus(books: Books, subscriptionId: string): void {
  const subscription = books.tables.subscriptions.get(subscriptionId);
  if (!subscription || subscription.status === 'canceled') return;
  const latest = invoicesOf(books, subscriptionId).find(({ status }) => status !== 'draft');
  const status = latest?.status === 'open' && latest.attempted ? 'past_due' : 'active';
  changeSubscription(books, subscriptionId, { status });
}

/** Changes it and says so, if anything has changed. */
export function changeSubscription(books: Books, id: string, patch: Partial<Stripe.Subscription>): Stripe.Subscription {
  return books.change('subscriptions', id, patch, 'customer.subscription.updated');
}

/** In words, as on an invoice. */
export function describePrice({ tables }: Books, { id, product }: Stripe.Price): string {
  return tables.products.get(idOf(product))?.name ?? id;
}
