import type { Stripe } from 'stripe';
import { idOf } from '../objects/id-of.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';

/** Something that happens by itself at a time (seconds since 1970). */
export type Due = { readonly at: number } & (
  | { readonly kind: 'session_expires'; readonly session: Stripe.Checkout.Session }
  | { readonly kind: 'invoice_finalizes'; readonly invoice: Stripe.Invoice }
  | { readonly kind: 'invoice_is_retried'; readonly invoice: Stripe.Invoice }
  | { readonly kind: 'period_ends'; readonly subscription: Stripe.Subscription }
);

/** What comes next on a test clock, or on none (null). At the same time, invoices come before new periods. */
export function nextDue(books: Books, testClock: string | null): Due | null {
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
