import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import type { Books } from '../state/books.ts';
import { answerBank, chargeCard, type ChargeResult } from './charge-card.ts';
import { declines, type Occasion } from './cards.ts';
import { finalizeInvoice, intentOf, markInvoicePaid, paymentOf } from './invoices.ts';
import { endSubscription, nextAttemptAt, settleStatus } from './subscriptions.ts';

interface Collection {
  readonly occasion: Occasion;
  /** Default: that of the subscription, else of the customer. */
  readonly paymentMethod?: string;
}

/** Finalizes an invoice, and collects what is due. */
export function finalizeAndCollect(books: Books, draft: Stripe.Invoice): void {
  const invoice = finalizeInvoice(books, draft);
  if (invoice.status === 'open') collectInvoice(books, invoice, { occasion: 'renewal' });
}

/** Tries to collect an open invoice, and applies what follows from the result. */
export function collectInvoice(books: Books, invoice: Stripe.Invoice, collection: Collection): ChargeResult {
  const payment = paymentOf(books, invoice.id);
  if (!payment) throw new Error(`${invoice.id} is not final`);
  const paymentMethod =
    collection.paymentMethod ?? paymentMethodFor(books, books.tables.subscriptions.get(subscriptionOf(invoice)));
  const result: ChargeResult =
    paymentMethod === null
      ? { kind: 'declined', decline: declines.noCard }
      : chargeCard(books, { paymentIntent: intentOf(payment), paymentMethod, occasion: collection.occasion });
  follow(books, invoice, result, collection.occasion);
  return result;
}

/** The person at the hosted page has answered the bank. */
export function answerForInvoice(books: Books, invoice: Stripe.Invoice, isConfirmed: boolean): ChargeResult | null {
  const payment = paymentOf(books, invoice.id);
  const result = payment ? answerBank(books, intentOf(payment), isConfirmed) : null;
  if (result) follow(books, invoice, result, 'invoice');
  return result;
}

function follow(books: Books, invoice: Stripe.Invoice, result: ChargeResult, occasion: Occasion): void {
  if (result.kind === 'paid') markInvoicePaid(books, invoice, result.charge.payment_method);
  if (result.kind === 'declined') markAttempt(books, invoice, occasion);
}

export function paymentMethodFor(books: Books, subscription: Stripe.Subscription | undefined): string | null {
  const customer = books.tables.customers.get(idOf(subscription?.customer) ?? '');
  return idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
}

/** Only automatic attempts count towards the last one. */
function markAttempt(books: Books, invoice: Stripe.Invoice, occasion: Occasion): void {
  const isScheduled = occasion === 'renewal' && invoice.auto_advance === true;
  const failures = invoice.attempt_count + (isScheduled ? 1 : 0);
  const next = nextAttemptAt(failures, books.timeOf(idOf(invoice.customer)));
  const { row } = books.change('invoices', invoice.id, {
    attempted: true,
    attempt_count: failures,
    ...(isScheduled && { next_payment_attempt: next }),
  });
  books.emit('invoice.payment_failed', row);
  const subscription = subscriptionOf(row);
  settleStatus(books, subscription);
  const failing = books.tables.subscriptions.get(subscription);
  if (isScheduled && next === null && failing?.status === 'past_due') endSubscription(books, failing, 'payment_failed');
}
