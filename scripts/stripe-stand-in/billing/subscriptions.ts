import type { Stripe } from 'stripe';
import { nextBoundary, type Rhythm } from './calendar.ts';
import { idOf } from '../objects/fields.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import type { Interval } from '../objects/price.ts';
import { itemOf, newSubscription } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';

type CancelReason = 'cancellation_requested' | 'payment_failed';

interface SubscriptionStart {
  readonly customer: Stripe.Customer;
  readonly price: Stripe.Price;
  readonly quantity: number;
  readonly paymentMethod: string;
  readonly metadata: Stripe.Metadata;
}

/** Begins now, with a first period that has been paid. */
export function startSubscription(books: Books, start: SubscriptionStart): Stripe.Subscription {
  const created = books.timeOf(start.customer.id);
  const period = { start: created, end: nextBoundary(created, rhythmOf(start.price), created) };
  const testClock = idOf(start.customer.test_clock);
  books.change('customers', start.customer.id, { currency: start.price.currency });
  return books.tables.subscriptions.put(
    newSubscription({ ...start, customer: start.customer.id, created, period, testClock }),
  );
}

export function rhythmOf({ id, recurring }: Stripe.Price): Rhythm {
  if (!recurring) throw new Error(`${id} does not recur`);
  return { interval: recurring.interval as Interval, count: recurring.interval_count };
}

/** Ends it now. Open invoices stay, and are not charged by themselves any more. */
export function endSubscription(
  books: Books,
  subscription: Stripe.Subscription,
  reason: CancelReason,
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): Stripe.Subscription {
  const time = books.timeOf(idOf(subscription.customer));
  const { row } = books.change('subscriptions', subscription.id, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? time,
    ended_at: time,
    cancellation_details: {
      ...emptyDetails,
      ...subscription.cancellation_details,
      ...details,
      reason,
    },
  });
  for (const invoice of invoicesOf(books, subscription.id)) {
    if (invoice.status === 'draft' || invoice.status === 'open') stopCollecting(books, invoice);
  }
  books.emit('customer.subscription.deleted', row);
  return row;
}

const emptyDetails = { comment: null, feedback: null, feedback_option: null, reason: null };

function stopCollecting(books: Books, invoice: Stripe.Invoice): void {
  const patch = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
  const { row, previous } = books.change('invoices', invoice.id, patch);
  books.emit('invoice.updated', row, previous);
}

/** The newest first. */
function invoicesOf(books: Books, subscriptionId: string): Stripe.Invoice[] {
  return books.tables.invoices.newest().filter((invoice) => subscriptionOf(invoice) === subscriptionId);
}

/** Its latest invoice that was not voided decides whether a live subscription is active or past due. */
export function settleStatus(books: Books, subscriptionId: string): void {
  const subscription = books.tables.subscriptions.get(subscriptionId);
  if (subscription?.status !== 'active' && subscription?.status !== 'past_due') return;
  const latest = invoicesOf(books, subscriptionId).find(({ status }) => status !== 'void' && status !== 'draft');
  const status = latest?.status === 'open' && latest.attempted ? 'past_due' : 'active';
  if (status !== subscription.status) changeSubscription(books, subscriptionId, { status });
}

/** Changes it and says so, if anything has changed. */
export function changeSubscription(books: Books, id: string, patch: Partial<Stripe.Subscription>): Stripe.Subscription {
  const { row, previous } = books.change('subscriptions', id, patch);
  if (Object.keys(previous).length > 0) books.emit('customer.subscription.updated', row, previous);
  return row;
}

/** In words, as on an invoice. */
export function describeItem(books: Books, subscription: Stripe.Subscription): string {
  return describePrice(books, itemOf(subscription).price);
}

export function describePrice(books: Books, price: Stripe.Price): string {
  return books.tables.products.get(idOf(price.product))?.name ?? price.nickname ?? price.id;
}

const hour = 60 * 60;
const day = 24 * hour;

/** How long the invoice of a renewal can still be changed before it is charged, in seconds. */
export const draftSeconds = hour;

/** After how many seconds a payment is tried again, after the first failure, the second and so on; then it is over. */
const retrySeconds = [3 * day, 5 * day, 7 * day];

/** When a payment is tried again that has failed so often; null: it is not. */
export function nextAttemptAt(failures: number, time: number): number | null {
  const wait = retrySeconds[failures - 1];
  return wait === undefined ? null : time + wait;
}
