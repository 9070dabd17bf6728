import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { itemOf, itemsIn } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { expireSession } from './checkout.ts';
import { collectInvoice } from './collect.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { changeSubscription, endSubscription, nextPeriod } from './subscriptions.ts';

/** All that happens by itself without a test clock up to now, in order, each at its own time. */
export function catchUp(books: Books): void {
  const now = Math.floor(books.realTime() / 1000);
  for (let due = nextDue(books, null); due && due.at <= now; due = nextDue(books, null)) {
    books.atTime(due.at, due.happen);
  }
}

/** The same on a test clock, which is then at this time. */
export function advanceClock(books: Books, clock: Stripe.TestHelpers.TestClock, to: number): void {
  for (let due = nextDue(books, clock.id); due && due.at <= to; due = nextDue(books, clock.id)) {
    // What was due before the clock began happens at its beginning.
    books.change('testClocks', clock.id, { frozen_time: Math.max(due.at, clock.frozen_time) });
    due.happen();
  }
  books.change('testClocks', clock.id, { frozen_time: to });
}

/** Something that happens by itself at a time (seconds since 1970). */
interface Due {
  readonly at: number;
  readonly happen: () => void;
}

/** What comes next on a test clock, or on none (null). At the same time, invoices come before new periods. */
function nextDue(books: Books, testClock: string | null): Due | null {
  let next: Due | null = null;
  for (const due of dues(books, (customer) => clockOf(books, customer) === testClock)) {
    if (next === null || due.at < next.at) next = due;
  }
  return next;
}

function clockOf({ tables }: Books, customer: Stripe.Invoice['customer']): string | null {
  return idOf(tables.customers.get(idOf(customer))?.test_clock);
}

function* dues(books: Books, isOn: (customer: Stripe.Invoice['customer']) => boolean): Generator<Due> {
  const { sessions, invoices, subscriptions } = books.tables;
  for (const session of sessions.newest().reverse()) {
    if (session.status !== 'open' || !isOn(session.customer)) continue;
    yield { at: session.expires_at, happen: () => void expireSession(books, session) };
  }
  for (const invoice of invoices.newest().reverse()) {
    const { status, automatically_finalizes_at: finalizesAt, next_payment_attempt: retriedAt } = invoice;
    if (invoice.auto_advance !== true || !isOn(invoice.customer)) continue;
    if (status === 'draft' && finalizesAt !== null) yield { at: finalizesAt, happen: () => charge(books, invoice) };
    if (status === 'open' && retriedAt !== null)
      yield { at: retriedAt, happen: () => void collectInvoice(books, invoice) };
  }
  for (const subscription of subscriptions.newest().reverse()) {
    if (subscription.status === 'canceled' || !isOn(subscription.customer)) continue;
    yield { at: itemOf(subscription).current_period_end, happen: () => endPeriod(books, subscription) };
  }
}

function charge(books: Books, draft: Stripe.Invoice): void {
  const invoice = finalizeInvoice(books, draft);
  if (invoice.status === 'open') collectInvoice(books, invoice);
}

/** How long the invoice of a renewal can still be changed before it is charged, in seconds. */
const draftSeconds = 60 * 60;

/** The next period begins at once; its invoice is charged when it is no draft any more. */
function endPeriod(books: Books, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(books, subscription, 'cancellation_requested');
    return;
  }
  const period = nextPeriod(subscription);
  const finalizesAt = period.start + draftSeconds;
  const invoice = draftInvoice(books, subscription, { reason: 'subscription_cycle', period, finalizesAt });
  changeSubscription(books, subscription.id, { items: itemsIn(subscription, period), latest_invoice: invoice.id });
}
