import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newInvoice, newInvoicePayment, subscriptionOf, type InvoiceSource } from '../objects/invoice.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { changeBalance, dueAfterBalance } from './balance.ts';
import { discountOn, endDiscount } from './promotions.ts';
import { changeSubscription, describePrice, settleStatus } from './subscriptions.ts';
import { taxIdsOf, taxPercentFor } from './tax.ts';

type InvoiceStart = Pick<InvoiceSource, 'amount' | 'reason' | 'period' | 'finalizesAt' | 'credit'>;

/** What an invoice of the subscription has in it. */
export function invoiceSource(books: Books, subscription: Stripe.Subscription, start: InvoiceStart): InvoiceSource {
  const customer = books.tables.customers.get(idOf(subscription.customer))!;
  const { price } = itemOf(subscription);
  return {
    customer,
    price,
    subscription,
    created: books.timeOf(customer.id),
    description: describePrice(books, price),
    discount: discountOn(books, subscription, price, start.period.start),
    taxPercent: taxPercentFor(customer, subscription.automatic_tax),
    ...start,
  };
}

/** A draft of the subscription, which is its latest invoice from now on. */
export function draftInvoice(books: Books, subscription: Stripe.Subscription, start: InvoiceStart): Stripe.Invoice {
  const source = invoiceSource(books, subscription, start);
  const invoice = books.add('invoices', newInvoice(source), 'invoice.created');
  if (source.discount?.coupon.duration === 'once') endDiscount(books, subscription.id, source.discount);
  return invoice;
}

interface SinglePayment extends Pick<InvoiceSource, 'customer' | 'price' | 'discount'> {
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
    taxPercent: taxPercentFor(sold.customer, { enabled: hasTax }),
  });
  const final = finalizeInvoice(books, books.add('invoices', invoice, 'invoice.created'), { paymentIntent });
  return final.status === 'paid' ? final : markInvoicePaid(books, final);
}

interface Finalization {
  /** The payment that pays it; else there is a new one. */
  readonly paymentIntent?: string | undefined;
  /** The Checkout Session that sold it. */
  readonly session?: string;
}

/**
 * Makes a draft final; where nothing is due it is paid. What the customer's balance paid of it, or was left with, is said
 * to be of the invoice, or of the Checkout Session that sold it.
 */
export function finalizeInvoice(
  books: Books,
  invoice: Stripe.Invoice,
  { paymentIntent, session }: Finalization = {},
): Stripe.Invoice {
  const { id, currency } = invoice;
  const customer = books.tables.customers.get(idOf(invoice.customer))!;
  const time = books.timeOf(customer.id);
  const { next_invoice_sequence: sequence = 1, balance } = customer;
  const due = books.tables.paymentIntents.get(paymentIntent)?.amount ?? dueAfterBalance(customer, invoice.total);
  const applied = invoice.total - due;
  if (applied !== 0) {
    const change = session
      ? ({ type: 'checkout_session_subscription_payment', of: { checkout_session: session } } as const)
      : ({ type: 'applied_to_invoice', of: { invoice: id } } as const);
    changeBalance(books, { customer, amount: applied, currency, ...change });
  }
  books.change('customers', customer.id, { next_invoice_sequence: sequence + 1 });
  const final = books.change('invoices', id, {
    status: 'open',
    customer_address: customer.address ?? null,
    customer_tax_ids: taxIdsOf(books, customer.id).map(({ type, value }) => ({ type, value })),
    amount_due: due,
    amount_remaining: due,
    starting_balance: balance,
    ending_balance: balance + applied,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    automatically_finalizes_at: null,
    effective_at: time,
    hosted_invoice_url: `${books.origin()}/dev/stripe/invoice/${id}`,
    status_transitions: { ...invoice.status_transitions, finalized_at: time },
  });
  if (due === 0) return markInvoicePaid(books, final);
  const asked = { amount: due, currency, customer: customer.id, description: 'Subscription update' };
  const intent = paymentIntent ?? addPaymentIntent(books, asked);
  books.tables.invoicePayments.put(newInvoicePayment(final, intent, time));
  books.emit('invoice.finalized', final);
  return final;
}

/** A payment for a subscription, by a card that pays its renewals. */
export function addPaymentIntent(
  books: Books,
  parts: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'customer' | 'description'>,
): string {
  const created = books.timeOf(idOf(parts.customer));
  const intent = newPaymentIntent({ ...parts, created, setup_future_usage: 'off_session' });
  return books.add('paymentIntents', intent, 'payment_intent.created').id;
}

/** The money is there. A subscription that was past due is active again, and may keep the card. */
export function markInvoicePaid(books: Books, invoice: Stripe.Invoice, paymentMethod?: string): Stripe.Invoice {
  const paid_at = books.timeOf(idOf(invoice.customer));
  const payment = paymentOf(books, invoice.id);
  if (payment) {
    const status_transitions = { ...payment.status_transitions, paid_at };
    const patch = { status: 'paid', amount_paid: invoice.amount_due, status_transitions };
    books.change('invoicePayments', payment.id, patch, 'invoice_payment.paid');
  }
  const patch = {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at },
  } as const;
  const paid = books.change('invoices', invoice.id, patch, 'invoice.paid');
  books.emit('invoice.payment_succeeded', paid);
  settleStatus(books, subscriptionOf(paid));
  if (paymentMethod !== undefined) saveForRenewals(books, subscriptionOf(paid), paymentMethod);
  return paid;
}

function saveForRenewals(books: Books, subscriptionId: string, default_payment_method: string): void {
  const subscription = books.tables.subscriptions.get(subscriptionId);
  if (!subscription || subscription.status === 'canceled') return;
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription') return;
  changeSubscription(books, subscriptionId, { default_payment_method });
}

/** The payment that settles it or is to; a draft has none. */
export function paymentOf({ tables }: Books, invoiceId: string): Stripe.InvoicePayment | undefined {
  return tables.invoicePayments.newest().find(({ invoice }) => invoice === invoiceId);
}

export function intentOf({ payment }: Stripe.InvoicePayment): string {
  return idOf(payment.payment_intent) ?? '';
}
