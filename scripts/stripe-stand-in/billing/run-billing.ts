import type { Stripe } from 'stripe';
import { nextBoundary } from './calendar.ts';
import { expireSession } from './checkout.ts';
import { collectInvoice, finalizeAndCollect } from './collect.ts';
import { draftInvoice } from './invoices.ts';
import { changeSubscription, draftSeconds, endSubscription, rhythmOf } from './subscriptions.ts';
import { idOf } from '../objects/fields.ts';
import { itemOf, itemsInPeriod } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';

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
      finalizeAndCollect(books, due.invoice);
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

/** Something that happens by itself at a time (seconds since 1970). */
type Due = { readonly at: number } & (
  | { readonly kind: 'session_expires'; readonly session: Stripe.Checkout.Session }
  | { readonly kind: 'invoice_finalizes'; readonly invoice: Stripe.Invoice }
  | { readonly kind: 'invoice_is_retried'; readonly invoice: Stripe.Invoice }
  | { readonly kind: 'period_ends'; readonly subscription: Stripe.Subscription }
);

/** What comes next on a test clock, or on none (null). At the same time, invoices come before new periods. */
function nextDue(books: Books, testClock: string | null): Due | null {
  let next: Due | null = null;
  for (const due of dues(books)) {
    if (clockOf(books, due) === testClock && (next === null || due.at < next.at)) next = due;
  }
  return next;
}

function* dues({ tables }: Books): Generator<Due> {
  for (const session of tables.sessions.oldest()) {
    if (session.status === 'open') yield { kind: 'session_expires', at: session.expires_at, session };
  }
  for (const invoice of tables.invoices.oldest()) {
    const { status, auto_advance, automatically_finalizes_at, next_payment_attempt } = invoice;
    if (auto_advance !== true) continue;
    if (status === 'draft' && automatically_finalizes_at !== null) {
      yield { kind: 'invoice_finalizes', at: automatically_finalizes_at, invoice };
    }
    if (status === 'open' && next_payment_attempt !== null) {
      yield { kind: 'invoice_is_retried', at: next_payment_attempt, invoice };
    }
  }
  for (const subscription of tables.subscriptions.oldest()) {
    if (subscription.status !== 'active' && subscription.status !== 'past_due') continue;
    yield { kind: 'period_ends', at: itemOf(subscription).current_period_end, subscription };
  }
}

function clockOf({ tables }: Books, due: Due): string | null {
  const customer = idOf(subjectOf(due).customer);
  return customer === null ? null : idOf(tables.customers.get(customer)?.test_clock);
}

function subjectOf(due: Due): Stripe.Checkout.Session | Stripe.Invoice | Stripe.Subscription {
  switch (due.kind) {
    case 'session_expires':
      return due.session;
    case 'invoice_finalizes':
    case 'invoice_is_retried':
      return due.invoice;
    case 'period_ends':
      return due.subscription;
  }
}
