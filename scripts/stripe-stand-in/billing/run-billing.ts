import type { Stripe } from 'stripe';
import { itemOf, itemsInPeriod } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { nextBoundary } from './calendar.ts';
import { expireSession } from './checkout.ts';
import { collectInvoice } from './collect.ts';
import { nextDue, type Due } from './due.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { draftSeconds } from './schedule.ts';
import { changeSubscription, endSubscription, rhythmOf } from './subscriptions.ts';

/** All that happens by itself without a test clock up to now, in order, each at its own time. */
export function catchUp(books: Books): void {
  const now = Math.floor(books.realTime() / 1000);
  for (let due = nextDue(books, null); due && due.at <= now; due = nextDue(books, null)) {
    const next = due;
    books.atTime(next.at, () => happen(books, next));
  }
}

/** The same on a test clock, which is then at this time. */
export function advanceClock(books: Books, clock: Stripe.TestHelpers.TestClock, to: number): void {
  for (let due = nextDue(books, clock.id); due && due.at <= to; due = nextDue(books, clock.id)) {
    setClock(books, clock.id, due.at);
    happen(books, due);
  }
  setClock(books, clock.id, to);
}

/** What was due before the clock began happens at its beginning. */
function setClock(books: Books, id: string, time: number): void {
  const frozen_time = Math.max(time, books.tables.testClocks.get(id)?.frozen_time ?? 0);
  books.change('testClocks', id, { frozen_time });
}

function happen(books: Books, due: Due): void {
  switch (due.kind) {
    case 'session_expires':
      expireSession(books, due.session);
      return;
    case 'invoice_finalizes':
      collectInvoice(books, finalizeInvoice(books, due.invoice), { occasion: 'renewal' });
      return;
    case 'invoice_is_retried':
      collectInvoice(books, due.invoice, { occasion: 'renewal' });
      return;
    case 'period_ends':
      endPeriod(books, due.subscription);
  }
}

/** The next period begins at once; its invoice is charged when it is no draft any more. */
function endPeriod(books: Books, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(books, subscription, 'cancellation_requested');
    return;
  }
  const { price, current_period_end: start } = itemOf(subscription);
  const period = { start, end: nextBoundary(subscription.billing_cycle_anchor, rhythmOf(price), start) };
  const invoice = draftInvoice(books, subscription, {
    reason: 'subscription_cycle',
    period,
    finalizesAt: start + draftSeconds,
  });
  changeSubscription(books, subscription.id, {
    items: itemsInPeriod(subscription, period),
    latest_invoice: invoice.id,
  });
}
