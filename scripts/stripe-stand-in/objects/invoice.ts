import type { Stripe } from 'stripe';
import { newObject, idOf, nulls, wholeList } from './fields.ts';
import { amountOf } from './price.ts';
import { itemOf, type BillingPeriod } from './subscription.ts';
import { taxIn, totalsOf } from './totals.ts';

export interface InvoiceSource {
  readonly created: number;
  readonly customer: Stripe.Customer;
  readonly price: Stripe.Price;
  /** Of what is sold. Default: the price; 0: nothing is, there is only a rest. */
  readonly amount?: number;
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
  /** When the draft becomes final; null: at once. */
  readonly finalizesAt?: number | null;
}

/** A draft. */
export function newInvoice(source: InvoiceSource): Stripe.Invoice {
  const { created, customer, price, subscription, period, finalizesAt = null, discount, taxPercent } = source;
  const own = newObject('in', 'invoice');
  const sold = totalsOf(source.amount ?? amountOf(price), { coupon: discount?.coupon ?? null, taxPercent });
  const left = source.credit?.amount ?? 0;
  const [subtotal, amount] = [sold.subtotal - left, sold.total - left];
  return {
    ...own,
    ...nulls('account_country', 'account_name', 'account_tax_ids', 'application', 'custom_fields'),
    ...nulls('customer_account', 'customer_tax_exempt', 'total_pretax_credit_amounts'),
    ...nulls('customer_phone', 'customer_shipping', 'default_payment_method', 'default_source', 'description'),
    ...nulls('due_date', 'effective_at', 'ending_balance', 'footer', 'from_invoice', 'hosted_invoice_url'),
    ...nulls('invoice_pdf', 'last_finalization_error', 'latest_revision', 'number', 'on_behalf_of'),
    ...nulls('receipt_number', 'rendering', 'shipping_cost', 'shipping_details', 'statement_descriptor'),
    ...nulls('subtotal_excluding_tax', 'total_excluding_tax', 'webhooks_delivered_at'),
    amount_due: Math.max(amount, 0),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(amount, 0),
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { ...nulls('disabled_reason', 'liability', 'provider', 'status'), enabled: taxPercent !== null },
    automatically_finalizes_at: finalizesAt,
    billing_reason: source.reason,
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: discount ? [discount.id] : [],
    issuer: { type: 'self' },
    lines: wholeList(`/v1/invoices/${own.id}/lines`, linesOf(own.id, source)),
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
    test_clock: customer.test_clock ?? null,
    total: amount,
    total_discount_amounts: discountAmounts(sold.discount, discount),
    total_taxes: taxesOn(amount, taxPercent),
  } satisfies Stripe.Invoice;
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
  const rest = newLine(invoice, { ...source, ...credit, amount: -credit.amount, discount: null });
  return [{ ...rest, discountable: false }, line];
}

function newLine(invoice: string, source: InvoiceSource): Stripe.InvoiceLineItem {
  const { price, subscription, description, period, discount, taxPercent } = source;
  const amount = source.amount ?? amountOf(price);
  const sold = totalsOf(amount, { coupon: discount?.coupon ?? null, taxPercent });
  return {
    ...newObject('il', 'line_item'),
    ...nulls('parent', 'quantity_decimal', 'taxes'),
    amount,
    currency: price.currency,
    description,
    discount_amounts: discountAmounts(sold.discount, discount),
    discountable: true,
    discounts: discount ? [discount.id] : [],
    invoice,
    metadata: subscription?.metadata ?? {},
    period: { start: period.start, end: period.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product as string },
      type: 'price_details',
      unit_amount_decimal: null,
    },
    quantity: 1,
    subscription: subscription?.id ?? null,
    subtotal: amount,
  };
}

/** The subscription that the invoice is for; empty for one of a single payment. */
export function subscriptionOf(invoice: Stripe.Invoice): string {
  return idOf(invoice.parent?.subscription_details?.subscription) ?? '';
}

/** The payment that is to settle an invoice. */
export function newInvoicePayment(
  { id: invoice, amount_due, currency }: Stripe.Invoice,
  payment_intent: string,
  created: number,
): Stripe.InvoicePayment {
  return {
    ...newObject('inpay', 'invoice_payment'),
    amount_paid: null,
    amount_requested: amount_due,
    created,
    currency,
    invoice,
    is_default: true,
    payment: { payment_intent, type: 'payment_intent' },
    status: 'open',
    status_transitions: nulls('canceled_at', 'paid_at'),
  } satisfies Stripe.InvoicePayment;
}
