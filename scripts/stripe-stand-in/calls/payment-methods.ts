import { attachPaymentMethod, saveCard } from '../billing/payment-methods.ts';
import { readCard } from '../billing/cards.ts';
import type { Books } from '../state/books.ts';
import { find, list, retrieve, type Operation } from './operation.ts';

/** Stripe's names for cards that tests use without typing a number. */
const namedCards: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_createDispute: '4000000000000259',
};

const attach: Operation = {
  method: 'POST',
  path: '/v1/payment_methods/:id/attach',
  takes: ['customer'],
  run({ books, id, params }) {
    const customer = find(books, 'customers', params.required('customer'), 'customer').id;
    const method = findOrMake(books, id, customer);
    return attachPaymentMethod(books, method, customer) ?? find(books, 'paymentMethods', method);
  },
};

function findOrMake(books: Books, id: string, customer: string): string {
  const number = namedCards[id];
  if (number === undefined) return find(books, 'paymentMethods', id).id;
  const time = books.timeOf(customer);
  const input = { number, expMonth: 12, expYear: new Date(time * 1000).getUTCFullYear() + 5, cvc: '123' };
  const card = readCard(input, time);
  if (!card.isValid) throw new Error(`${id} is no card`);
  return saveCard(books, input, card, customer).id;
}

export const paymentMethodOperations: readonly Operation[] = [
  attach,
  list({ path: '/v1/payment_methods', table: 'paymentMethods', equal: ['customer', 'type'] }),
  retrieve('/v1/payment_methods/:id', 'paymentMethods'),
];
