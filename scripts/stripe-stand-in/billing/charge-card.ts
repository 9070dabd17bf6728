import type { Stripe } from 'stripe';
import { newCharge } from '../objects/payment.ts';
import { idOf } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { attachPaymentMethod } from './payment-methods.ts';
import { askBank, declines, type Decline, type Occasion } from './cards.ts';
import { openDispute } from './money-back.ts';

export type ChargeResult =
  | { readonly kind: 'paid'; readonly charge: Stripe.Charge }
  | { readonly kind: 'asks' }
  | { readonly kind: 'declined'; readonly decline: Decline };

interface Attempt {
  readonly paymentIntent: string;
  readonly paymentMethod: string;
  readonly occasion: Occasion;
}

/** Tries to make a payment. Where the bank asks, `answerBank` ends it. */
export function chargeCard(books: Books, { paymentIntent, paymentMethod, occasion }: Attempt): ChargeResult {
  const card = books.tables.cards.get(paymentMethod);
  const answer = askBank(card?.number ?? '', occasion);
  switch (answer.kind) {
    case 'pays':
      return { kind: 'paid', charge: succeed(books, paymentIntent, paymentMethod, answer.isDisputed ?? false) };
    case 'declines':
      fail(books, paymentIntent, paymentMethod, answer.decline);
      return { kind: 'declined', decline: answer.decline };
    case 'asks':
      ask(books, paymentIntent, paymentMethod);
      return { kind: 'asks' };
  }
}

/** What the person said to the bank; nothing if it had not asked. */
export function answerBank(books: Books, paymentIntent: string, isConfirmed: boolean): ChargeResult | null {
  const intent = books.tables.paymentIntents.get(paymentIntent);
  const method = idOf(intent?.payment_method);
  if (intent?.status !== 'requires_action' || method === null) return null;
  if (isConfirmed) return { kind: 'paid', charge: succeed(books, paymentIntent, method, false) };
  refuse(books, paymentIntent, method);
  return { kind: 'declined', decline: declines.failedAuthentication };
}

function ask(books: Books, intentId: string, payment_method: string): void {
  const { row } = books.change('paymentIntents', intentId, {
    status: 'requires_action',
    payment_method,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });
  books.emit('payment_intent.requires_action', row);
}

function succeed(books: Books, intentId: string, methodId: string, isDisputed: boolean): Stripe.Charge {
  const charge = addCharge(books, intentId, methodId, null);
  const { row } = books.change('paymentIntents', intentId, {
    status: 'succeeded',
    amount_received: charge.amount,
    latest_charge: charge.id,
    payment_method: methodId,
    last_payment_error: null,
    next_action: null,
  });
  books.emit('charge.succeeded', charge);
  books.emit('payment_intent.succeeded', row);
  const customer = idOf(row.customer);
  if (customer !== null && row.setup_future_usage === 'off_session') attachPaymentMethod(books, methodId, customer);
  if (isDisputed) openDispute(books, charge, 'needs_response', 'fraudulent');
  return charge;
}

function fail(books: Books, intentId: string, methodId: string, decline: Decline): void {
  const charge = addCharge(books, intentId, methodId, decline);
  books.emit('charge.failed', charge);
  failIntent(books, intentId, {
    ...paymentError(books, methodId, decline, 'card_error'),
    charge: charge.id,
  });
}

/** The bank was never asked for the money, so there is no charge. */
function refuse(books: Books, intentId: string, methodId: string): void {
  failIntent(books, intentId, paymentError(books, methodId, declines.failedAuthentication, 'invalid_request_error'));
}

function failIntent(books: Books, intentId: string, error: Stripe.PaymentIntent.LastPaymentError): void {
  const { row } = books.change('paymentIntents', intentId, {
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: error.charge ?? null,
    payment_method: null,
    next_action: null,
  });
  books.emit('payment_intent.payment_failed', row);
}

function paymentError(
  books: Books,
  methodId: string,
  { code, declineCode, message }: Decline,
  type: 'card_error' | 'invalid_request_error',
): Stripe.PaymentIntent.LastPaymentError {
  const method = books.tables.paymentMethods.get(methodId);
  return {
    type,
    code,
    message,
    ...(declineCode !== null && { decline_code: declineCode }),
    ...(method && { payment_method: method }),
  };
}

function addCharge(books: Books, intentId: string, methodId: string, failure: Decline | null): Stripe.Charge {
  const paymentIntent = books.tables.paymentIntents.get(intentId);
  const paymentMethod = books.tables.paymentMethods.get(methodId);
  if (!paymentIntent || !paymentMethod) throw new Error(`${intentId} cannot be paid with ${methodId}`);
  const created = books.timeOf(idOf(paymentIntent.customer));
  return books.tables.charges.put(
    newCharge({ created, origin: books.origin(), paymentIntent, paymentMethod, failure }),
  );
}
