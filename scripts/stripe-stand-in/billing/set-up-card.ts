import { idOf } from '../objects/fields.ts';
import { newSetupIntent } from '../objects/customer.ts';
import type { Books } from '../state/books.ts';
import { askBank, declines, type Decline } from './cards.ts';
import { asking, attachPaymentMethod, type CardResult, errorOf, refused, succeeded } from './charge-card.ts';

/** Begins to save a card for later; resolves to the id of what it is saved by. */
export function beginSetup(books: Books, customer: string): string {
  return books.add('setupIntents', newSetupIntent(customer, books.timeOf(customer)), 'setup_intent.created').id;
}

/** Asks the bank whether a card can be kept for later. Until it says yes, no customer has the card. */
export function setUpCard(books: Books, intentId: string, payment_method: string): CardResult {
  const answer = askBank(books.tables.cards.get(payment_method)?.number ?? '', 'setup');
  if (answer === 'asks') {
    books.change('setupIntents', intentId, { ...asking, payment_method }, 'setup_intent.requires_action');
    return { kind: 'asks' };
  }
  return typeof answer === 'object'
    ? refuse(books, intentId, payment_method, answer)
    : keep(books, intentId, payment_method);
}

/** What the person said to the bank; null: it had not asked. */
export function answerForSetup(books: Books, intentId: string, isConfirmed: boolean): CardResult | null {
  const intent = books.tables.setupIntents.get(intentId);
  const method = idOf(intent?.payment_method);
  if (intent?.status !== 'requires_action' || method === null) return null;
  if (isConfirmed) return keep(books, intentId, method);
  const decline = { ...declines.failedAuthentication, code: 'setup_intent_authentication_failure' };
  return refuse(books, intentId, method, decline);
}

function keep(books: Books, intentId: string, paymentMethod: string): CardResult {
  const patch = { ...succeeded, payment_method: paymentMethod, last_setup_error: null };
  const { customer } = books.change('setupIntents', intentId, patch, 'setup_intent.succeeded');
  attachPaymentMethod(books, paymentMethod, idOf(customer) ?? '');
  return { kind: 'saved', paymentMethod };
}

function refuse(books: Books, intentId: string, method: string, decline: Decline): CardResult {
  const patch = { ...refused, last_setup_error: errorOf(books, method, decline) };
  books.change('setupIntents', intentId, patch, 'setup_intent.setup_failed');
  return { kind: 'declined', decline };
}
