import type { Stripe } from 'stripe';
import { changeBalance } from '../billing/balance.ts';
import { refuseOtherCurrency } from '../billing/one-currency.ts';
import { endSubscription } from '../billing/subscriptions.ts';
import { addTaxId, isTaxId, taxIdsOf, taxIdTypes } from '../billing/tax.ts';
import { newCustomer } from '../objects/customer.ts';
import { wholeList } from '../objects/fields.ts';
import { badRequest } from '../stripe-fault.ts';
import { listPage, listParams } from '../wire/list-page.ts';
import type { Params } from '../wire/params.ts';
import { find, list, type Operation } from './operation.ts';

const fields = [
  'email',
  'name',
  'phone',
  'description',
  'metadata',
  'preferred_locales',
  'invoice_settings',
  'address',
];

const create: Operation = {
  method: 'POST',
  path: '/v1/customers',
  takes: [...fields, 'test_clock'],
  run({ books, params }) {
    const testClock = params.text('test_clock');
    const clock = testClock === null ? null : find(books, 'testClocks', testClock, 'test_clock');
    const made = newCustomer({
      created: clock?.frozen_time ?? books.timeOf(null),
      email: readEmail(params),
      name: params.text('name'),
      phone: params.text('phone'),
      description: params.text('description'),
      preferredLocales: params.texts('preferred_locales'),
      metadata: params.metadata(),
      testClock,
    });
    const customer = { ...made, address: readAddress(params) };
    books.tables.customers.put(customer);
    books.emit('customer.created', customer);
    return customer;
  },
};

const retrieve: Operation = {
  method: 'GET',
  path: '/v1/customers/:id',
  takes: [],
  run: ({ books, id }) => books.tables.deletedCustomers.get(id) ?? find(books, 'customers', id),
};

const update: Operation = {
  method: 'POST',
  path: '/v1/customers/:id',
  takes: fields,
  run({ books, id, params }) {
    const before = find(books, 'customers', id);
    const settings = params.inside('invoice_settings');
    const method = settings?.text('default_payment_method') ?? null;
    if (method !== null) find(books, 'paymentMethods', method, 'invoice_settings[default_payment_method]');
    const { row, previous } = books.change('customers', id, {
      ...(params.has('email') && { email: readEmail(params) }),
      ...(params.has('address') && { address: readAddress(params) }),
      ...(params.has('name') && { name: params.text('name') }),
      ...(params.has('phone') && { phone: params.text('phone') }),
      ...(params.has('description') && { description: params.text('description') }),
      ...(params.has('preferred_locales') && { preferred_locales: params.texts('preferred_locales') }),
      ...(settings?.has('default_payment_method') && {
        invoice_settings: { ...before.invoice_settings, default_payment_method: method },
      }),
      metadata: params.metadata(before.metadata),
    });
    if (Object.keys(previous).length > 0) books.emit('customer.updated', row, previous);
    return row;
  },
};

/** Null: it is taken away. */
function readAddress(params: Params): Stripe.Address | null {
  const address = params.inside('address');
  if (!address) return null;
  const names = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;
  return Object.fromEntries(names.map((name) => [name, address.text(name)])) as unknown as Stripe.Address;
}

const createTaxId: Operation = {
  method: 'POST',
  path: '/v1/customers/:id/tax_ids',
  takes: ['type', 'value'],
  run({ books, id, params }) {
    const customer = find(books, 'customers', id).id;
    const [type, value] = [params.required('type'), params.required('value')];
    if (!taxIdTypes.includes(type)) throw badRequest(`The stand-in knows no ${type}.`, { param: 'type' });
    if (isTaxId(type, value)) return addTaxId(books, customer, { type, value });
    throw badRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  },
};

const listTaxIds: Operation = {
  method: 'GET',
  path: '/v1/customers/:id/tax_ids',
  takes: ['limit'],
  run: ({ books, id }) => wholeList(`/v1/customers/${id}/tax_ids`, taxIdsOf(books, find(books, 'customers', id).id)),
};

/** Below 0 it adds to what is kept for the customer's next payments. */
const createBalanceChange: Operation = {
  method: 'POST',
  path: '/v1/customers/:id/balance_transactions',
  takes: ['amount', 'currency', 'description', 'metadata'],
  run({ books, id, params }) {
    const customer = find(books, 'customers', id);
    params.required('amount');
    const amount = params.integer('amount') ?? 0;
    const currency = params.required('currency').toLowerCase();
    refuseOtherCurrency(books, id, currency);
    const of = { description: params.text('description'), metadata: params.metadata() };
    return changeBalance(books, { customer, amount, currency, type: 'adjustment', of });
  },
};

const listBalanceChanges: Operation = {
  method: 'GET',
  path: '/v1/customers/:id/balance_transactions',
  takes: listParams,
  run({ books, id, params }) {
    find(books, 'customers', id);
    const rows = books.tables.balanceTransactions.newest().filter(({ customer }) => customer === id);
    return listPage(`/v1/customers/${id}/balance_transactions`, rows, params);
  },
};

/** Cancels what runs, at once. */
const remove: Operation = {
  method: 'DELETE',
  path: '/v1/customers/:id',
  takes: [],
  run({ books, id }) {
    const customer = find(books, 'customers', id);
    for (const subscription of books.tables.subscriptions.newest()) {
      const isTheirs = subscription.customer === id && subscription.status !== 'canceled';
      if (isTheirs) endSubscription(books, subscription, 'cancellation_requested');
    }
    books.emit('customer.deleted', customer);
    books.tables.customers.remove(id);
    const deleted = { id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer;
    return books.tables.deletedCustomers.put(deleted);
  },
};

function readEmail(params: Params): string | null {
  const email = params.text('email');
  if (email === null || /^\S+@\S+$/.test(email)) return email;
  throw badRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

export const customerOperations: readonly Operation[] = [
  create,
  list({ path: '/v1/customers', table: 'customers', equal: ['email', 'test_clock'] }),
  retrieve,
  update,
  createTaxId,
  listTaxIds,
  createBalanceChange,
  listBalanceChanges,
  remove,
];
