import { wholeList } from '../objects/fields.ts';
import { lineItemsOf } from '../objects/session.ts';
import type { Books } from '../state/books.ts';
import type { Rows } from '../state/rows.ts';
import { badRequest } from '../stripe-fault.ts';

type Value = Readonly<Record<string, unknown>>;

const maximumDepth = 4;

/** Puts whole objects where their ids were asked to be expanded, by paths such as `data.latest_invoice`. */
export function expand(books: Books, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>((value, path) => {
    const names = path.split('.');
    if (names.length > maximumDepth) {
      throw badRequest(`You cannot expand more than ${maximumDepth} levels of a property. Property: ${path}`, {
        code: 'property_expansion_max_depth',
        param: 'expand',
      });
    }
    return expandPath(books, value as Value, names, path);
  }, answer);
}

function expandPath(books: Books, value: Value, [name, ...rest]: readonly string[], path: string): Value {
  if (name === undefined) return value;
  const found = valueAt(books, value, name);
  if (found === undefined) throw badRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  if (found === null) return value;
  const expanded = Array.isArray(found)
    ? found.map((item: Value) => expandPath(books, item, rest, path))
    : expandPath(books, found as Value, rest, path);
  return { ...value, [name]: expanded };
}

function valueAt(books: Books, value: Value, name: string): unknown {
  const included = includable[`${String(value['object'])}.${name}`];
  if (included && value[name] === undefined) return included(books, String(value['id']));
  const at = value[name];
  if (typeof at !== 'string') return at;
  const table = references[name];
  return table && (books.tables[table].get(at) ?? books.tables.deletedCustomers.get(at));
}

/** Where what a property names is kept. */
const references: Readonly<Record<string, keyof Rows>> = {
  charge: 'charges',
  customer: 'customers',
  default_payment_method: 'paymentMethods',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  payment_method: 'paymentMethods',
  product: 'products',
  subscription: 'subscriptions',
  test_clock: 'testClocks',
};

/** Lists that are left out unless somebody asks for them. */
const includable: Readonly<Record<string, (books: Books, id: string) => object>> = {
  'charge.refunds': ({ tables }, id) =>
    wholeList(
      `/v1/charges/${id}/refunds`,
      tables.refunds.newest().filter(({ charge }) => charge === id),
    ),
  'checkout.session.line_items': (books, id) => lineItemsOf(books, id),
  'customer.subscriptions': ({ tables }, id) =>
    wholeList(
      `/v1/customers/${id}/subscriptions`,
      tables.subscriptions.newest().filter(({ customer, status }) => customer === id && status !== 'canceled'),
    ),
  'invoice.payments': ({ tables }, id) =>
    wholeList(
      `/v1/invoice_payments?invoice=${id}`,
      tables.invoicePayments.newest().filter(({ invoice }) => invoice === id),
    ),
};
