import type { Stripe } from 'stripe';
import type { Books } from '../state/books.ts';
import type { Rows } from '../state/tables.ts';
import { badRequest, noSuch } from '../stripe-fault.ts';
import { count, type Form, type Given, needed, read, type Shape, freeText, texts } from '../wire/params.ts';

/** A call of the API. Nothing is changed before everything that was asked is known to be possible. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** Such as `/v1/customers/:id`. */
  readonly path: string;
  /** The object that is answered, and what is to be expanded in it; throws a `StripeFault` to refuse. */
  readonly run: (
    books: Books,
    id: string,
    form: Form,
  ) => { readonly object: object; readonly expand: readonly string[] };
}

interface Call<Of extends Shape> {
  readonly books: Books;
  readonly given: Given<Of>;
  /** What the address names; empty if it names nothing. */
  readonly id: string;
}

/** A call by its method and path, with the parameters that it takes. */
export function operation<Of extends Shape>(
  name: `${'GET' | 'POST' | 'DELETE'} /v1/${string}`,
  shape: Of,
  run: (call: Call<Of>) => object,
): Operation {
  const [method = '', path = ''] = name.split(' ');
  return {
    method: method.toLowerCase() as Operation['method'],
    path,
    run(books, id, { expand = '', ...form }) {
      const call = { books, id, given: read(form, shape) };
      return { object: run(call), expand: texts(expand, 'expand') };
    },
  };
}

/** A row that has to be there; `param` says which parameter named it, if it was not the address. */
export function find<Name extends keyof Rows>(books: Books, name: Name, id: string, param?: string): Rows[Name] {
  const row = books.tables[name].get(id);
  if (!row) throw noSuch(name.slice(0, -1), id, param);
  return row;
}

/** `GET` of one row. */
export function retrieve(path: `/v1/${string}`, table: keyof Rows): Operation {
  return operation(`GET ${path}/:id`, {}, ({ books, id }) => find(books, table, id));
}

/** The parameters that every list takes. */
export const paging = { limit: count, starting_after: freeText };

interface Listing<Name extends keyof Rows, Of extends Shape> {
  /** Parameters that have to be the field of the same name. */
  readonly equal?: readonly (string & keyof Rows[Name])[];
  /** Other parameters, and what they leave. */
  readonly takes?: Of;
  readonly filter?: (row: Rows[Name], given: Given<Of>) => boolean;
}

/** `GET` of a list, by fields of its rows and by parameters of its own. */
export function list<Name extends keyof Rows, Of extends Shape = typeof paging>(
  path: `/v1/${string}`,
  table: Name,
  { equal = [], takes, filter }: Listing<Name, Of> = {},
): Operation {
  const fields = Object.fromEntries(equal.map((name) => [name, freeText]));
  return operation(`GET ${path}`, { ...paging, ...fields, ...takes }, ({ books, given }) => {
    const own: Given<typeof paging> & Given<Of> & Readonly<Record<string, unknown>> = given as never;
    for (const [name, value] of Object.entries(own)) checkReference(books, name, value);
    const asked = equal.filter((name) => own[name] !== undefined);
    const rows: Rows[Name][] = books.tables[table].newest();
    const found = rows.filter(
      (row) => asked.every((name) => String(row[name]) === own[name]) && (filter?.(row, own) ?? true),
    );
    return listPage(path, found, own);
  });
}

/** Stripe refuses what names nothing. Of a customer who was deleted, all can still be read. */
function checkReference(books: Books, name: string, id: unknown): void {
  const table = references[name];
  if (table === undefined || typeof id !== 'string' || books.tables[table].get(id)) return;
  if (!books.tables.deletedCustomers.get(id)) throw noSuch(name, id, name);
}

/** Where what a parameter or a property names is kept. */
export const references: Readonly<Record<string, keyof Rows>> = {
  charge: 'charges',
  credit_note: 'creditNotes',
  customer: 'customers',
  default_payment_method: 'paymentMethods',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  product: 'products',
  subscription: 'subscriptions',
};

/** A page of rows, the newest first. */
export function listPage<Row extends { readonly id: string }>(
  url: string,
  rows: readonly Row[],
  { limit = 10, starting_after: after = null }: Given<typeof paging>,
): Stripe.ApiList<Row> {
  if (limit > 100) throw badRequest(`This value must be at most 100 (it currently is ${limit}).`, { param: 'limit' });
  const last = rows.findIndex(({ id }) => id === after);
  if (after !== null && last === -1) throw noSuch('object', after, 'starting_after');
  const data = rows.slice(last + 1, last + 1 + limit);
  return { object: 'list', data, has_more: rows.length > last + 1 + limit, url };
}

/**
 * `GET` of what a query finds: all of it at once. `pattern` is of the queries that are understood; its group is what is
 * searched for.
 */
export function search<Name extends keyof Rows>(
  path: `/v1/${string}`,
  table: Name,
  { pattern, isFound }: { pattern: RegExp; isFound: (row: Rows[Name], wanted: string) => boolean },
): Operation {
  return operation(`GET ${path}`, { query: needed(freeText), limit: count }, ({ books, given }) => {
    const wanted = pattern.exec(given.query)?.[1];
    if (wanted === undefined) throw badRequest('We were unable to parse your search query.', { param: 'query' });
    const rows: Rows[Name][] = books.tables[table].newest();
    const data = rows.filter((row) => isFound(row, wanted));
    return { object: 'search_result', url: path, has_more: false, next_page: null, data };
  });
}
