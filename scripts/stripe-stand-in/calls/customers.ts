import { changeBalance } from '../billing/balance.ts';
import { endSubscription, refuseOtherCurrency, runningOf } from '../billing/subscriptions.ts';
import { newCustomer } from '../objects/customer.ts';
import { badRequest } from '../stripe-fault.ts';
import { integer, metadata, needed, freeText, texts } from '../wire/params.ts';
import { find, list, listPage, paging, operation, type Operation } from './operation.ts';

const fields = { email: freeText, name: freeText, preferred_locales: texts };

const create = operation('POST /v1/customers', { ...fields, metadata, test_clock: freeText }, ({ books, given }) => {
  const { test_clock: clock = null } = given;
  const created = clock === null ? books.timeOf(null) : find(books, 'testClocks', clock, 'test_clock').frozen_time;
  return books.add('customers', newCustomer({ ...withEmail(given), created }), 'customer.created');
});

const update = operation('POST /v1/customers/:id', fields, ({ books, id, given }) => {
  find(books, 'customers', id);
  return books.change('customers', id, withEmail(given), 'customer.updated');
});

function withEmail<Given extends { readonly email?: string | null }>(given: Given): Given {
  const { email = null } = given;
  if (email === null || /^\S+@\S+$/.test(email)) return given;
  throw badRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

const retrieve = operation(
  'GET /v1/customers/:id',
  {},
  ({ books, id }) => books.tables.deletedCustomers.get(id) ?? find(books, 'customers', id),
);

/** Cancels what runs, at once. */
const remove = operation('DELETE /v1/customers/:id', {}, ({ books, id }) => {
  const customer = find(books, 'customers', id);
  const running = runningOf(books, id);
  if (running) endSubscription(books, running, 'cancellation_requested');
  books.emit('customer.deleted', customer);
  books.tables.customers.remove(id);
  return books.tables.deletedCustomers.put({ id, object: 'customer', deleted: true });
});

/** Below 0 it adds to what is kept for the customer's next payments. */
const createBalanceChange = operation(
  'POST /v1/customers/:id/balance_transactions',
  { amount: needed(integer), currency: needed(freeText), metadata },
  ({ books, id, given: { amount, currency: code, ...of } }) => {
    const customer = find(books, 'customers', id);
    const currency = code.toLowerCase();
    refuseOtherCurrency(books, id, currency);
    return changeBalance(books, { customer, amount, currency, type: 'adjustment', of });
  },
);

const listBalanceChanges = operation('GET /v1/customers/:id/balance_transactions', paging, ({ books, id, given }) => {
  find(books, 'customers', id);
  const rows = books.tables.balanceTransactions.newest().filter(({ customer }) => customer === id);
  return listPage(`/v1/customers/${id}/balance_transactions`, rows, given);
});

export const customerOperations: readonly Operation[] = [
  create,
  list('/v1/customers', 'customers', { equal: ['email'] }),
  retrieve,
  update,
  remove,
  createBalanceChange,
  listBalanceChanges,
];
