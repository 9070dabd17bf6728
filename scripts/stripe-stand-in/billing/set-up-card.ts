import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newSetupIntent } from '../objects/setup-intent.ts';
import type { Books } from '../state/books.ts';
import { askBank, declines, type Decline } from './cards.ts';
import { attachPaymentMethod } from './payment-methods.ts';

export type SetupResult =
  | { readonly kind: 'saved'; readonly paymentMethod: string }
  | { readonly kind: 'asks' }
  | { readonly kind: 'declined'; readonly decline: Decline };

export function beginSetup(books: Books, customer: string): Stripe.SetupIntent {
  const intent = books.tables.setupIntents.put(newSetupIntent(customer, books.timeOf(customer)));
  books.emit('setup_intent.created', intent);
  return intent;
}

/** Asks the bank whether a card can be kept for later. Until it says yes, no customer has the card. */
export function setUpCard(books: Books, intentId: string, payment_method: string): SetupResult {
  const answer = askBank(books.tables.cards.get(payment_method)?.number ?? '', 'setup');
  switch (answer.kind) {
    case 'pays':
      return keep(books, intentId, payment_method);
    case 'declines':
      return refuse(books, intentId, { paymentMethod: payment_method, decline: answer.decline });
    case 'asks': {
      const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
      const { row } = books.change('setupIntents', intentId, {
        status: 'requires_action',
        payment_method,
        next_action,
      });
      books.emit('setup_intent.requires_action', row);
      return { kind: 'asks' };
    }
  }
}

/** What the person said to the bank; null: it had not asked. */
export function answerForSetup(books: Books, intentId: string, isConfirmed: boolean): SetupResult | null {
  const intent = books.tables.setupIntents.get(intentId);
  const paymentMethod = idOf(intent?.payment_method);
  if (intent?.status !== 'requires_action' || paymentMethod === null) return null;
  if (isConfirmed) return keep(books, intentId, paymentMethod);
  const decline = { ...declines.failedAuthentication, code: 'setup_intent_authentication_failure' };
  return refuse(books, intentId, { paymentMethod, decline });
}

function keep(books: Books, intentId: string, paymentMethod: string): SetupResult {
  const { row } = books.change('setupIntents', intentId, {
    status: 'succeeded',
    payment_method: paymentMethod,
    next_action: null,
    last_setup_error: null,
  });
  books.emit('setup_intent.succeeded', row);
  attachPaymentMethod(books, paymentMethod, idOf(row.customer) ?? '');
  return { kind: 'saved', paymentMethod };
}

interface Refusal {
  readonly paymentMethod: string;
  readonly decline: Decline;
}

function refuse(books: Books, intentId: string, { paymentMethod, decline }: Refusal): SetupResult {
  const { code, declineCode, message } = decline;
  const method = books.tables.paymentMethods.get(paymentMethod);
  const { row } = books.change('setupIntents', intentId, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: 'card_error',
      code,
      message,
      ...(declineCode !== null && { decline_code: declineCode }),
      ...(method && { payment_method: method }),
    },
  });
  books.emit('setup_intent.setup_failed', row);
  return { kind: 'declined', decline };
}
