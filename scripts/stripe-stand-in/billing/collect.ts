import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { subscriptionOf } from '../objects/invoice.ts';
import type { Books } from '../state/books.ts';
import { declines, type Occasion } from './cards.ts';
import { answerBank, chargeCard, type CardResult } from './charge-card.ts';
import { intentOf, markInvoicePaid, paymentOf } from './invoices.ts';
import { endSubscription, settleStatus } from './subscriptions.ts';

/** Tries to collect an open invoice as it renews, or with a card that was given on its page; applies what follows. */
export function collectInvoice(books: Books, invoice: Stripe.Invoice, card?: string): CardResult {
  const payment = paymentOf(books, invoice.id);
  if (!payment) throw new Error(`${invoice.id} is not final`);
  const occasion = card === undefined ? 'renewal' : 'invoice';
  const paymentMethod = card ?? paymentMethodFor(books, books.tables.subscriptions.get(subscriptionOf(invoice)));
  const result: CardResult =
    paymentMethod === null
      ? { kind: 'declined', decline: declines.noCard }
      : chargeCard(books, { paymentIntent: intentOf(payment), paymentMethod, occasion });
  follow(books, invoice, result, occasion);
  return result;
}

/** The person at the hosted page has answered the bank. */
export function answerForInvoice(books: Books, invoice: Stripe.Invoice, isConfirmed: boolean): CardResult | null {
  const payment = paymentOf(books, invoice.id);
  const result = payment ? answerBank(books, intentOf(payment), isConfirmed) : null;
  if (result) follow(books, invoice, result, 'invoice');
  return result;
}

function follow(books: Books, invoice: Stripe.Invoice, result: CardResult, occasion: Occasion): void {
  if (result.kind === 'paid') markInvoicePaid(books, invoice, result.paymentMethod);
  if (result.kind === 'declined') markAttempt(books, invoice, occasion);
}

/** That of the subscription, else of the customer. */
export function paymentMethodFor({ tables }: Books, subscription: Stripe.Subscription | undefined): string | null {
  const customer = tables.customers.get(idOf(subscription?.customer));
  return idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
}

const day = 24 * 60 * 60;

/** After how many seconds a payment is tried again, after the first failure, the second and so on; then it is over. */
const retrySeconds = [3 * day, 5 * day, 7 * day];

/** Only automatic attempts count towards the last one. */
function markAttempt(books: Books, invoice: Stripe.Invoice, occasion: Occasion): void {
  const isScheduled = occasion === 'renewal' && invoice.auto_advance === true;
  const failures = invoice.attempt_count + (isScheduled ? 1 : 0);
  const wait = retrySeconds[failures - 1];
  const next = wait === undefined ? null : books.timeOf(idOf(invoice.customer)) + wait;
  const patch = { attempted: true, attempt_count: failures, ...(isScheduled && { next_payment_attempt: next }) };
  books.change('invoices', invoice.id, patch, 'invoice.payment_failed');
  settleStatus(books, subscriptionOf(invoice));
  const failing = books.tables.subscriptions.get(subscriptionOf(invoice));
  if (isScheduled && next === null && failing?.status === 'past_due') endSubscription(books, failing, 'payment_failed');
}
