import type { Stripe } from 'stripe';
import { newObject, nulls } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';

type Transaction = Stripe.CustomerBalanceTransaction;

interface BalanceChange extends Pick<Transaction, 'amount' | 'currency' | 'type'> {
  readonly customer: Stripe.Customer;
  /** What it is about. */
  readonly of: Partial<Pick<Transaction, 'checkout_session' | 'credit_note' | 'invoice' | 'metadata'>>;
}

/** Changes what is kept for a customer's next payments: below 0 it adds to it. */
export function changeBalance(books: Books, { customer, of, ...change }: BalanceChange): Transaction {
  const patch = { balance: customer.balance + change.amount, currency: change.currency };
  const { balance } = books.change('customers', customer.id, patch, 'customer.updated');
  return books.tables.balanceTransactions.put({
    ...newObject('cbtxn', 'customer_balance_transaction'),
    ...nulls('checkout_session', 'credit_note', 'customer_account', 'description', 'invoice'),
    created: books.timeOf(customer.id),
    customer: customer.id,
    ending_balance: balance,
    metadata: {},
    ...change,
    ...of,
  } satisfies Transaction);
}

/** What of an amount is to be paid, after the customer's balance. */
export function dueAfterBalance({ balance }: Stripe.Customer, total: number): number {
  return Math.max(total + balance, 0);
}
