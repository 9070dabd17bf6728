import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { newPaymentMethod } from '../objects/customer.ts';
import { idOf } from '../objects/fields.ts';
import { newCharge } from '../objects/payment.ts';
import type { Books } from '../state/books.ts';
import { askBank, brandOf, type CardInput, declines, type Decline, digitsOf, type Occasion } from './cards.ts';
import { openDispute } from './money-back.ts';

/** A payment method of what was typed; it is the customer's once it has paid (`attach`). */
export function saveCard(books: Books, input: CardInput, customer: string): Stripe.PaymentMethod {
  const number = digitsOf(input.number);
  const { expMonth: exp_month, expYear: exp_year, name = null } = input;
  // Stripe's is of the number alone. Here all pay with the same few numbers: the date makes them different cards.
  const hash = createHash('sha256').update(`${number} ${exp_month}/${exp_year}`).digest('hex');
  const card = { brand: brandOf(number), last4: number.slice(-4), exp_month, exp_year, fingerprint: hash.slice(0, 16) };
  const email = books.tables.customers.get(customer)?.email ?? null;
  const method = newPaymentMethod(card, { created: books.timeOf(customer), name, email });
  books.tables.cards.put({ id: method.id, number });
  return books.tables.paymentMethods.put(method);
}

/** Nothing happens if it is the customer's already. */
export function attachPaymentMethod(books: Books, id: string, customer: string): void {
  if (books.tables.paymentMethods.get(id)?.customer === customer) return;
  books.change('paymentMethods', id, { customer }, 'payment_method.attached');
}

/** What came of a card; `paid` by this payment method, or `saved` for what comes. */
export type CardResult =
  | { readonly kind: 'paid' | 'saved'; readonly paymentMethod: string }
  | { readonly kind: 'asks' }
  | { readonly kind: 'declined'; readonly decline: Decline };

/** The bank's question (3-D Secure), until the person answers it. */
export const asking = {
  status: 'requires_action',
  next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
} as const;

/** The question was answered, or never asked. */
export const succeeded = { status: 'succeeded', next_action: null } as const;
export const refused = { status: 'requires_payment_method', payment_method: null, next_action: null } as const;

interface Attempt {
  readonly paymentIntent: string;
  readonly paymentMethod: string;
  readonly occasion: Occasion;
}

/** Tries to make a payment. Where the bank asks, `answerBank` ends it. */
export function chargeCard(books: Books, { paymentIntent, paymentMethod, occasion }: Attempt): CardResult {
  const answer = askBank(books.tables.cards.get(paymentMethod)?.number ?? '', occasion);
  if (answer === 'asks') {
    const patch = { ...asking, payment_method: paymentMethod };
    books.change('paymentIntents', paymentIntent, patch, 'payment_intent.requires_action');
    return { kind: 'asks' };
  }
  if (typeof answer === 'object') {
    const { id: charge } = addCharge(books, paymentIntent, paymentMethod, answer);
    return fail(books, paymentIntent, answer, { ...errorOf(books, paymentMethod, answer), charge });
  }
  return succeed(books, paymentIntent, paymentMethod, answer === 'pays and disputes');
}

/** What the person said to the bank; null: it had not asked. */
export function answerBank(books: Books, paymentIntent: string, isConfirmed: boolean): CardResult | null {
  const intent = books.tables.paymentIntents.get(paymentIntent);
  const method = idOf(intent?.payment_method);
  if (intent?.status !== 'requires_action' || method === null) return null;
  if (isConfirmed) return succeed(books, paymentIntent, method);
  // The bank was never asked for the money, so there is no charge.
  const decline = declines.failedAuthentication;
  return fail(books, paymentIntent, decline, { ...errorOf(books, method, decline), type: 'invalid_request_error' });
}

function succeed(books: Books, intentId: string, paymentMethod: string, isDisputed = false): CardResult {
  const charge = addCharge(books, intentId, paymentMethod, null);
  const patch = {
    ...succeeded,
    amount_received: charge.amount,
    latest_charge: charge.id,
    payment_method: paymentMethod,
    last_payment_error: null,
  };
  const intent = books.change('paymentIntents', intentId, patch, 'payment_intent.succeeded');
  if (intent.setup_future_usage === 'off_session')
    attachPaymentMethod(books, paymentMethod, idOf(intent.customer) ?? '');
  if (isDisputed) openDispute(books, charge, 'needs_response');
  return { kind: 'paid', paymentMethod };
}

function fail(
  books: Books,
  intentId: string,
  decline: Decline,
  error: Stripe.PaymentIntent.LastPaymentError,
): CardResult {
  const patch = { ...refused, last_payment_error: error, latest_charge: error.charge ?? null };
  books.change('paymentIntents', intentId, patch, 'payment_intent.payment_failed');
  return { kind: 'declined', decline };
}

/** As a payment or a setup says why it was declined. */
export function errorOf({ tables }: Books, methodId: string, { code, declineCode, message }: Decline) {
  const method = tables.paymentMethods.get(methodId);
  return {
    type: 'card_error' as const,
    code: code,
    message,
    ...(declineCode !== null && { decline_code: declineCode }),
    ...(method && { payment_method: method }),
  };
}

function addCharge(books: Books, intentId: string, methodId: string, failure: Decline | null): Stripe.Charge {
  const intent = books.tables.paymentIntents.get(intentId);
  const method = books.tables.paymentMethods.get(methodId);
  if (!intent || !method) throw new Error(`${intentId} cannot be paid with ${methodId}`);
  const charge = newCharge(intent, method, { created: books.timeOf(idOf(intent.customer)), failure });
  return books.add('charges', charge, failure ? 'charge.failed' : 'charge.succeeded');
}
