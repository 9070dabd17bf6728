import type { Books } from '../state/books.ts';
import type { Rows } from '../state/rows.ts';
import { badRequest, noSuch } from '../stripe-fault.ts';
import { createdFilter, listPage, listParams } from '../wire/list-page.ts';
import type { Params } from '../wire/params.ts';

/** A call of the API. Nothing is changed before everything that was asked is known to be possible. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v1/customers/:id`. */
  readonly path: string;
  /** Parameters it takes; any other is refused, rather than ignored. */
  readonly takes: readonly string[];
  /** The object that is answered; throws a `StripeFault` to refuse. */
  readonly run: (call: OperationCall) => object;
}

export interface OperationCall {
  readonly books: Books;
  readonly params: Params;
  /** What the address names; empty if it names nothing. */
  readonly id: string;
}

/** What Stripe calls a row when there is none. */
const kinds = {
  charges: 'charge',
  coupons: 'coupon',
  creditNotes: 'credit note',
  customers: 'customer',
  disputes: 'dispute',
  events: 'event',
  invoicePayments: 'invoice_payment',
  invoices: 'invoice',
  paymentIntents: 'payment_intent',
  paymentMethods: 'PaymentMethod',
  portalConfigurations: 'configuration',
  prices: 'price',
  products: 'product',
  promotionCodes: 'promotion code',
  refunds: 'refund',
  setupIntents: 'setupintent',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  testClocks: 'test clock',
} as const satisfies Partial<Record<keyof Rows, string>>;

type Findable = keyof typeof kinds;

/** A row that has to be there; `param` says which parameter named it, if it was not the address. */
export function find<Name extends Findable>(books: Books, name: Name, id: string, param?: string): Rows[Name] {
  const row = books.tables[name].get(id);
  if (!row) throw noSuch(kinds[name], id, param);
  return row;
}

interface Listing<Name extends Findable> {
  readonly path: string;
  readonly table: Name;
  /** Parameters that have to be the field of the same name. */
  readonly equal?: readonly (string & keyof Rows[Name])[];
  /** Other parameters, and what they leave. */
  readonly takes?: readonly string[];
  readonly filter?: (row: Rows[Name], params: Params) => boolean;
}

/** `GET` of a list, by its fields and, where its rows have it, `created`. */
export function list<Name extends Findable>({ path, table, equal = [], takes = [], filter }: Listing<Name>): Operation {
  return {
    method: 'GET',
    path,
    takes: [...listParams, 'created', ...equal, ...takes],
    run({ books, params }) {
      for (const name of [...equal, ...takes]) checkReference(books, name, params);
      const wasCreated = createdFilter(params);
      const asked = equal.flatMap((name) => (params.has(name) ? [{ name, value: params.text(name) }] : []));
      const rows: Rows[Name][] = books.tables[table].newest();
      const found = rows.filter(
        (row) =>
          wasCreated(row) &&
          asked.every(({ name, value }) => String(row[name]) === value) &&
          (filter?.(row, params) ?? true),
      );
      return listPage(path, found, params);
    },
  };
}

/** Stripe refuses what names nothing. Of a customer who was deleted, all can still be read. */
function checkReference(books: Books, name: string, params: Params): void {
  const table = references[name];
  const id = table === undefined ? null : params.text(name);
  if (table === undefined || id === null) return;
  if (table !== 'customers' || !books.tables.deletedCustomers.get(id)) find(books, table, id, name);
}

const references: Readonly<Record<string, Findable>> = {
  charge: 'charges',
  customer: 'customers',
  invoice: 'invoices',
  payment_intent: 'paymentIntents',
  price: 'prices',
  product: 'products',
  subscription: 'subscriptions',
};

interface Search<Name extends Findable> {
  readonly path: string;
  readonly table: Name;
  /** Of the queries that are understood; its group is what is searched for. */
  readonly pattern: RegExp;
  readonly isFound: (row: Rows[Name], wanted: string) => boolean;
}

/** `GET` of what a query finds: all of it at once. */
export function search<Name extends Findable>({ path: url, table, pattern, isFound }: Search<Name>): Operation {
  return {
    method: 'GET',
    path: url,
    takes: ['query', 'limit'],
    run({ books, params }) {
      const wanted = pattern.exec(params.text('query') ?? '')?.[1];
      if (wanted === undefined) throw badRequest('We were unable to parse your search query.', { param: 'query' });
      const rows: Rows[Name][] = books.tables[table].newest();
      const data = rows.filter((row) => isFound(row, wanted));
      return { object: 'search_result', url, has_more: false, next_page: null, data };
    },
  };
}

/** `GET` of one row. */
export function retrieve(path: string, table: Findable): Operation {
  return { method: 'GET', path, takes: [], run: ({ books, id }) => find(books, table, id) };
}
