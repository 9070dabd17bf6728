import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { CardInput } from '../actions.ts';
import { newPaymentMethod } from '../objects/customer.ts';
import type { Books } from '../state/books.ts';
import type { CardReading } from './cards.ts';

/** A payment method of what was typed; it is the customer's once it has paid (`attach`). */
export function saveCard(
  books: Books,
  input: CardInput,
  card: Extract<CardReading, { isValid: true }>,
  customerId: string | null,
): Stripe.PaymentMethod {
  const method = newPaymentMethod({
    created: books.timeOf(customerId),
    customer: null,
    brand: card.brand,
    last4: card.last4,
    expMonth: input.expMonth,
    expYear: input.expYear,
    fingerprint: fingerprintOf(card.number, input),
    name: input.name ?? null,
    email: (customerId !== null && books.tables.customers.get(customerId)?.email) || null,
  });
  books.tables.cards.put({ id: method.id, number: card.number });
  return books.tables.paymentMethods.put(method);
}

/** Stripe's is of the number alone. Here all pay with the same few numbers: the date makes them different cards. */
function fingerprintOf(number: string, { expMonth, expYear }: CardInput): string {
  return createHash('sha256').update(`${number} ${expMonth}/${expYear}`).digest('hex').slice(0, 16);
}

/** Nothing happens if it is the customer's already. */
export function attachPaymentMethod(books: Books, id: string, customer: string): Stripe.PaymentMethod | undefined {
  const method = books.tables.paymentMethods.get(id);
  if (!method || method.customer === customer) return method;
  const { row } = books.change('paymentMethods', id, { customer });
  books.emit('payment_method.attached', row);
  return row;
}
