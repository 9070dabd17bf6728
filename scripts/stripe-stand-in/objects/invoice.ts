import type { Stripe } from 'stripe';
import { idOf, nulls, wholeList, newId } from './fields.ts';
import { itemOf, type BillingPeriod } from './subscription.ts';
import { taxIn, totalsOf } from './totals.ts';

export interface InvoiceSource {
  readonly created: number;
  readonly customer: Stripe.Customer;
  readonly price: Stripe.Price;
  readonly quantity: number;
  /** Null: it is for a single payment. */
  readonly subscription: Stripe.Subscription | null;
  readonly description: string;
  readonly period: BillingPeriod;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual' | 'upcoming';
  /** The rest of what was paid for before, taken off in a line of its own. */
  readonly credit?: { readonly amount: number; readonly price: Stripe.Price; readonly description: string };
  /** Taken off what is sold, not off the rest of something else. */
  readonly discount: { readonly id: string; readonly coupon: Stripe.Coupon } | null;
  /** Null: no tax is worked out. */
  readonly taxPercent: number | null;
  /** When the draft becomes final. */
  readonly finalizesAt: number | null;
}

/** A draft. */
export function newInvoice(source: InvoiceSource): Stripe.Invoice {
  const { created, customer, price, subscription, period, finalizesAt, discount, taxPercent } = source;
  const id = newId('in');
  const sold = totalsOf(amountOf(source), { coupon: discount?.coupon ?? null, taxPercent });
  const left = source.credit?.amount ?? 0;
  const [subtotal, amount] = [sold.subtotal - left, sold.total - left];
  const tax = taxIn(amount, taxPercent);
  return {
    id,
    object: 'invoice',
    ...nulls('account_tax_ids', 'application', 'custom_fields', 'customer_account'),
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
    automatic_tax: automaticTax(taxPercent !== null),
    automatically_finalizes_at: finalizesAt,
    billing_reason: source.reason,
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: discount ? [discount.id] : [],
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
    subtotal,
    subtotal_excluding_tax: subtotal - taxIn(subtotal, taxPercent),
    test_clock: customer.test_clock ?? null,
    total: amount,
    total_discount_amounts: discountAmounts(sold.discount, discount),
    total_excluding_tax: amount - tax,
    total_pretax_credit_amounts: [],
    total_taxes: taxesOn(amount, taxPercent),
  } satisfies Stripe.Invoice;
}

function amountOf({ price, quantity }: Pick<InvoiceSource, 'price' | 'quantity'>): number {
  return (price.unit_amount ?? 0) * quantity;
}

/** As Stripe Tax says that it was at work, or wasn't. */
export function automaticTax(enabled: boolean) {
  return {
    ...nulls('disabled_reason', 'liability'),
    provider: enabled ? 'stripe' : null,
    enabled,
    status: enabled ? 'complete' : null,
  };
}

function discountAmounts(amount: number, discount: InvoiceSource['discount']): Stripe.Invoice.TotalDiscountAmount[] {
  return discount ? [{ amount, discount: discount.id }] : [];
}

function taxesOn(amount: number, percent: number | null): Stripe.Invoice.TotalTax[] {
  if (percent === null) return [];
  const tax = taxIn(amount, percent);
  return [
    {
      amount: tax,
      tax_behavior: 'inclusive',
      tax_rate_details: { tax_rate: `txr_${percent}` },
      taxability_reason: percent === 0 ? 'not_collecting' : 'standard_rated',
      taxable_amount: amount - tax,
      type: 'tax_rate_details',
    },
  ];
}

function linesOf(invoice: string, { credit, ...source }: InvoiceSource): Stripe.InvoiceLineItem[] {
  const line = newLine(invoice, source);
  if (!credit) return [line];
  const { price, description } = credit;
  const [amount, subtotal] = [-credit.amount, -credit.amount];
  const taxes = taxesOn(amount, source.taxPercent);
  const plain = newLine(invoice, { ...source, price, description, quantity: 1, discount: null });
  return [{ ...plain, amount, subtotal, taxes, discountable: false }, line];
}

function newLine(invoice: string, source: InvoiceSource): Stripe.InvoiceLineItem {
  const { price, quantity, subscription, description, period, discount, taxPercent } = source;
  const amount = amountOf(source);
  const sold = totalsOf(amount, { coupon: discount?.coupon ?? null, taxPercent });
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: discountAmounts(sold.discount, discount),
    discountable: true,
    discounts: discount ? [discount.id] : [],
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
    taxes: taxesOn(sold.total, taxPercent),
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
