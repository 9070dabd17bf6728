import type { Stripe } from 'stripe';
import { idOf, nulls, wholeList, newId } from './fields.ts';
import { itemOf, type Period } from './subscription.ts';

export interface InvoiceSource {
  readonly created: number;
  readonly customer: Stripe.Customer;
  readonly price: Stripe.Price;
  readonly quantity: number;
  /** Null: it is for a single payment. */
  readonly subscription: Stripe.Subscription | null;
  readonly description: string;
  readonly period: Period;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  /** What is left of what was paid for before, taken off in a line of its own. */
  readonly credit?: { readonly amount: number; readonly price: Stripe.Price; readonly description: string };
  /** When the draft becomes final. */
  readonly finalizesAt: number | null;
}

/** A draft. */
export function newInvoice(source: InvoiceSource): Stripe.Invoice {
  const { created, customer, price, subscription, period, finalizesAt } = source;
  const id = newId('in');
  const amount = amountOf(source);
  return {
    id,
    object: 'invoice',
    ...nulls('account_tax_ids', 'application', 'custom_fields', 'customer_account', 'customer_address'),
    ...nulls('customer_phone', 'customer_shipping', 'default_payment_method', 'default_source', 'description'),
    ...nulls('due_date', 'effective_at', 'ending_balance', 'footer', 'from_invoice', 'hosted_invoice_url'),
    ...nulls('invoice_pdf', 'last_finalization_error', 'latest_revision', 'number', 'on_behalf_of'),
    ...nulls('receipt_number', 'rendering', 'shipping_cost', 'shipping_details', 'statement_descriptor'),
    ...nulls('webhooks_delivered_at'),
    account_country: 'US',
    account_name: 'Stand-in',
    amount_due: Math.max(amount, 0),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(amount, 0),
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { ...nulls('disabled_reason', 'liability', 'provider', 'status'), enabled: false },
    automatically_finalizes_at: finalizesAt,
    billing_reason: source.reason,
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    lines: wholeList(`/v1/invoices/${id}/lines`, linesOf(id, source)),
    livemode: false,
    metadata: {},
    next_payment_attempt: finalizesAt,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: nulls('default_mandate', 'payment_method_options', 'payment_method_types'),
    // Stripe's own oddity: an invoice's period looks back, its line's looks ahead.
    period_start:
      subscription && source.reason === 'subscription_cycle' ? itemOf(subscription).current_period_start : period.start,
    period_end: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: nulls('finalized_at', 'marked_uncollectible_at', 'paid_at', 'voided_at'),
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: customer.test_clock ?? null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  } satisfies Stripe.Invoice;
}

function amountOf({ price, quantity, credit }: Pick<InvoiceSource, 'price' | 'quantity' | 'credit'>): number {
  return (price.unit_amount ?? 0) * quantity - (credit?.amount ?? 0);
}

function linesOf(invoice: string, { credit, ...source }: InvoiceSource): Stripe.InvoiceLineItem[] {
  const line = newLine(invoice, source);
  if (!credit) return [line];
  const { price, description } = credit;
  const [amount, subtotal] = [-credit.amount, -credit.amount];
  const creditLine = { ...newLine(invoice, { ...source, price, description, quantity: 1 }), amount, subtotal };
  return [creditLine, line];
}

function newLine(invoice: string, source: InvoiceSource): Stripe.InvoiceLineItem {
  const { price, quantity, subscription, description, period } = source;
  const amount = amountOf(source);
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription?.metadata ?? {},
    parent: subscription && {
      invoice_item_details: null,
      subscription_item_details: {
        ...nulls('invoice_item', 'proration_details'),
        proration: false,
        subscription: subscription.id,
        subscription_item: itemOf(subscription).id,
      },
      type: 'subscription_item_details',
    },
    period: { start: period.start, end: period.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product as string },
      type: 'price_details',
      unit_amount_decimal: null,
    },
    quantity,
    quantity_decimal: null,
    subscription: subscription?.id ?? null,
    subtotal: amount,
    taxes: [],
  };
}

/** The subscription that the invoice is for; empty for one of a single payment. */
export function subscriptionOf(invoice: Stripe.Invoice): string {
  return idOf(invoice.parent?.subscription_details?.subscription) ?? '';
}

/** The payment that is to settle an invoice. */
export function newInvoicePayment(
  invoice: Stripe.Invoice,
  paymentIntent: string,
  created: number,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  } satisfies Stripe.InvoicePayment;
}
