import type { Stripe } from 'stripe';
import { newId, nulls } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';

type Transaction = Stripe.CustomerBalanceTransaction;

interface BalanceChange extends Pick<Transaction, 'amount' | 'currency' | 'type'> {
  readonly customer: Stripe.Customer;
  /** What it is about. */
  readonly of?: Partial<Pick<Transaction, 'checkout_session' | 'credit_note' | 'description' | 'invoice' | 'metadata'>>;
}

/** Changes what is kept for a customer's next payments: below 0 it adds to it. */
export function changeBalance(books: Books, { customer, amount, currency, type, of }: BalanceChange): Transaction {
  const { row, previous } = books.change('customers', customer.id, { balance: customer.balance + amount, currency });
  books.emit('customer.updated', row, previous);
  return books.tables.balanceTransactions.put({
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    ...nulls('checkout_session', 'credit_note', 'customer_account', 'description', 'invoice'),
    amount,
    created: books.timeOf(customer.id),
    currency,
    customer: customer.id,
    ending_balance: row.balance,
    livemode: false,
    metadata: {},
    type,
    ...of,
  } satisfies Transaction);
}

/** What of an amount is to be paid, and what the customer's balance is then: below 0, it is kept for what comes. */
export function nextBalance({ balance }: Stripe.Customer, total: number) {
  return { due: Math.max(total + balance, 0), balance: Math.min(total + balance, 0) };
}
