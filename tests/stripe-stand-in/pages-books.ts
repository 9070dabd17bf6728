import { operations } from '../../scripts/stripe-stand-in/calls/operations.ts';
import { createBooks, type Books } from '../../scripts/stripe-stand-in/state/books.ts';
import { answerOnce } from '../../scripts/stripe-stand-in/wire/answer.ts';

const now = () => Date.UTC(2026, 10, 21);

/** A stand-in's books of 21 November 2026 with nothing in them. */
export function openBooks(): Books {
  return createBooks({ saved: {}, now, origin: () => 'http://127.0.0.1', isDelivering: () => false });
}

/** Has the API make something, and gives its id. */
export function createRow(books: Books, path: string, form: Readonly<Record<string, string>>): string {
  const operation = operations.find((each) => each.method === 'POST' && each.path === path)!;
  const encoded = new URLSearchParams(form).toString();
  const made = answerOnce(books, { operation, path, id: '', form: encoded, idempotencyKey: null, requestId: 'req' });
  return (made.body as { readonly id: string }).id;
}

/** Has the API make a session that sells a plan, and gives its id. */
export function startCheckout(books: Books, more: Readonly<Record<string, string>> = {}): string {
  const product = createRow(books, '/v1/products', { name: 'Basic' });
  const recurring = { 'recurring[interval]': 'month', 'recurring[interval_count]': '1' };
  const price = createRow(books, '/v1/prices', { product, currency: 'usd', unit_amount: '1499', ...recurring });
  const customer = createRow(books, '/v1/customers', { email: 'ada@example.org' });
  const item = { 'line_items[0][price]': price, 'line_items[0][quantity]': '1' };
  const success_url = 'https://site.example/';
  return createRow(books, '/v1/checkout/sessions', { mode: 'subscription', customer, success_url, ...item, ...more });
}
