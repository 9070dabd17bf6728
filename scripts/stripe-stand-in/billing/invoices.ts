import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newInvoice, newInvoicePayment, subscriptionOf, type InvoiceSource } from '../objects/invoice.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import type { Books } from '../state/books.ts';
import { itemOf } from '../objects/subscription.ts';
import { changeBalance } from './balance.ts';
import { discountOn, endDiscount, type AppliedDiscount } from './promotions.ts';
import { taxIdsOf, taxPercentFor } from './tax.ts';
import { changeSubscription, describeItem, describePrice, settleStatus } from './subscriptions.ts';

type InvoiceStart = Pick<InvoiceSource, 'reason' | 'period' | 'finalizesAt' | 'credit'>;

/** A draft of the subscription, which is its latest invoice from now on. */
export function draftInvoice(books: Books, subscription: Stripe.Subscription, start: InvoiceStart): Stripe.Invoice {
  const customer = books.tables.customers.get(idOf(subscription.customer));
  if (!customer) throw new Error(`${subscription.id} is of no customer`);
  const created = books.timeOf(customer.id);
  const description = describeItem(books, subscription);
  const { price, quantity = 1 } = itemOf(subscription);
  const discount = discountOn(books, subscription, { product: idOf(price.product), at: start.period.start });
  const taxPercent = taxPercentFor(books, customer.id, subscription.automatic_tax);
  const source = { ...start, created, customer, price, quantity, subscription, description, discount, taxPercent };
  const invoice = books.tables.invoices.put(newInvoice(source));
  books.emit('invoice.created', invoice);
  if (discount?.coupon.duration === 'once') endDiscount(books, subscription.id);
  return invoice;
}

interface SinglePayment {
  readonly customer: Stripe.Customer;
  readonly price: Stripe.Price;
  readonly quantity: number;
  readonly discount: AppliedDiscount | null;
  readonly hasTax: boolean;
  /** Nothing where nothing was due. */
  readonly paymentIntent: string | undefined;
}

/** The invoice that a single payment is given once it was made. */
export function invoiceSinglePayment(books: Books, { paymentIntent, hasTax, ...sold }: SinglePayment): Stripe.Invoice {
  const created = books.timeOf(sold.customer.id);
  const invoice = newInvoice({
    ...sold,
    created,
    subscription: null,
    description: describePrice(books, sold.price),
    period: { start: created, end: created },
    reason: 'manual',
    finalizesAt: null,
    taxPercent: taxPercentFor(books, sold.customer.id, { enabled: hasTax }),
  });
  books.emit('invoice.created', books.tables.invoices.put(invoice));
  const final = finalizeInvoice(books, invoice, paymentIntent);
  return final.status === 'paid' ? final : markInvoicePaid(books, final, null);
}

/**
 * Makes a draft final, to be paid by this payment, or else a new one; where nothing is due it is paid. What the
 * customer's balance paid of it, or was left with, is said to be of the invoice, or of the Checkout Session that sold it.
 */
export function finalizeInvoice(
  books: Books,
  invoice: Stripe.Invoice,
  paymentIntent?: string,
  session?: string,
): Stripe.Invoice {
  const customer = books.tables.customers.get(idOf(invoice.customer) ?? '');
  const time = books.timeOf(idOf(invoice.customer));
  const sequence = customer?.next_invoice_sequence ?? 1;
  const paid = paymentIntent === undefined ? null : books.tables.paymentIntents.get(paymentIntent);
  const starting = customer?.balance ?? 0;
  const due = paid?.amount ?? Math.max(invoice.total + starting, 0);
  const applied = invoice.total - due;
  if (customer && applied !== 0) {
    const { currency, id } = invoice;
    const change = session
      ? ({ type: 'checkout_session_subscription_payment', of: { checkout_session: session } } as const)
      : ({ type: 'applied_to_invoice', of: { invoice: id } } as const);
    changeBalance(books, { customer, amount: applied, currency, ...change });
  }
  if (customer) books.change('customers', customer.id, { next_invoice_sequence: sequence + 1 });
  const url = `${books.origin()}/dev/stripe/invoice/${invoice.id}`;
  const { row } = books.change('invoices', invoice.id, {
    status: 'open',
    customer_address: customer?.address ?? null,
    customer_tax_ids: taxIdsOf(books, idOf(invoice.customer)).map(({ type, value }) => ({ type, value })),
    amount_due: due,
    amount_remaining: due,
    starting_balance: starting,
    ending_balance: starting + applied,
    number: `${customer?.invoice_prefix ?? 'STANDIN'}-${String(sequence).padStart(4, '0')}`,
    automatically_finalizes_at: null,
    effective_at: time,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    status_transitions: { ...invoice.status_transitions, finalized_at: time },
  });
  if (due === 0) return markInvoicePaid(books, row, null);
  const intent = paymentIntent ?? addPaymentIntent(books, row).id;
  books.tables.invoicePayments.put(newInvoicePayment(row, intent, time));
  books.emit('invoice.finalized', row);
  return row;
}

function addPaymentIntent(books: Books, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const intent = newPaymentIntent({
    created: books.timeOf(idOf(invoice.customer)),
    customer: idOf(invoice.customer),
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: 'Subscription update',
    metadata: {},
    willRenew: true,
  });
  books.tables.paymentIntents.put(intent);
  books.emit('payment_intent.created', intent);
  return intent;
}

/** The money is there. A subscription that was past due is active again, and may keep the card. */
export function markInvoicePaid(books: Books, invoice: Stripe.Invoice, paymentMethod: string | null): Stripe.Invoice {
  const time = books.timeOf(idOf(invoice.customer));
  const payment = paymentOf(books, invoice.id);
  if (payment) {
    const { row } = books.change('invoicePayments', payment.id, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      status_transitions: { ...payment.status_transitions, paid_at: time },
    });
    books.emit('invoice_payment.paid', row);
  }
  const { row } = books.change('invoices', invoice.id, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: time },
  });
  books.emit('invoice.paid', row);
  books.emit('invoice.payment_succeeded', row);
  settleStatus(books, subscriptionOf(row));
  if (paymentMethod !== null) saveForRenewals(books, subscriptionOf(row), paymentMethod);
  return row;
}

function saveForRenewals(books: Books, subscriptionId: string, default_payment_method: string): void {
  const subscription = books.tables.subscriptions.get(subscriptionId);
  if (!subscription || subscription.status === 'canceled') return;
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription') return;
  changeSubscription(books, subscriptionId, { default_payment_method });
}

export function voidInvoice(books: Books, invoice: Stripe.Invoice): Stripe.Invoice {
  const time = books.timeOf(idOf(invoice.customer));
  const payment = paymentOf(books, invoice.id);
  if (payment) {
    const status_transitions = { ...payment.status_transitions, canceled_at: time };
    books.change('invoicePayments', payment.id, { status: 'canceled', status_transitions });
    const { row } = books.change('paymentIntents', intentOf(payment), {
      status: 'canceled',
      canceled_at: time,
      cancellation_reason: 'void_invoice',
    });
    books.emit('payment_intent.canceled', row);
  }
  const { row } = books.change('invoices', invoice.id, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: time },
  });
  books.emit('invoice.voided', row);
  settleStatus(books, subscriptionOf(row));
  return row;
}

/** The payment that settles it or is to; a draft has none. */
export function paymentOf(books: Books, invoiceId: string): Stripe.InvoicePayment | undefined {
  return books.tables.invoicePayments.newest().find(({ invoice }) => invoice === invoiceId);
}

export function intentOf({ id, payment }: Stripe.InvoicePayment): string {
  const intent = idOf(payment.payment_intent);
  if (intent === null) throw new Error(`${id} has no payment`);
  return intent;
}
