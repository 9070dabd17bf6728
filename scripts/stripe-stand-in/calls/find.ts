import type { Rows } from '../state/rows.ts';
import type { Books } from '../state/books.ts';
import { noSuch } from '../stripe-fault.ts';

/** What Stripe calls a row when there is none. */
const kinds = {
  charges: 'charge',
  customers: 'customer',
  disputes: 'dispute',
  events: 'event',
  invoicePayments: 'invoice_payment',
  invoices: 'invoice',
  paymentIntents: 'payment_intent',
  paymentMethods: 'PaymentMethod',
  prices: 'price',
  products: 'product',
  refunds: 'refund',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  testClocks: 'test clock',
} as const satisfies Partial<Record<keyof Rows, string>>;

export type Findable = keyof typeof kinds;

/** A row that has to be there; `param` says which parameter named it, if it was not the address. */
export function find<Name extends Findable>(books: Books, name: Name, id: string, param?: string): Rows[Name] {
  const row = books.tables[name].get(id);
  if (!row) throw noSuch(kinds[name], id, param);
  return row;
}
