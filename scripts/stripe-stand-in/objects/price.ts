import type { Stripe } from 'stripe';
import { newObject, nulls, type Parts } from './fields.ts';

/** `months`: between payments; null: it is paid once. */
export function newPrice(
  months: number | null,
  parts: Parts<Stripe.Price, 'created' | 'currency' | 'product' | 'unit_amount'>,
): Stripe.Price {
  return {
    ...newObject('price', 'price'),
    ...nulls('custom_unit_amount', 'lookup_key', 'nickname', 'tiers_mode', 'transform_quantity', 'unit_amount_decimal'),
    active: true,
    billing_scheme: 'per_unit',
    metadata: {},
    recurring: months === null ? null : { ...monthly(months), ...nulls('meter', 'trial_period_days') },
    tax_behavior: 'unspecified',
    type: months === null ? 'one_time' : 'recurring',
    ...parts,
  } satisfies Stripe.Price;
}

function monthly(interval_count: number) {
  return { interval: 'month', interval_count, usage_type: 'licensed' } as const;
}

/** Months between payments; null for a single payment. */
export function monthsOf({ recurring }: Stripe.Price): number | null {
  return recurring?.interval_count ?? null;
}

/** What is paid for a price, in the currency's smallest unit. */
export function amountOf({ unit_amount }: Stripe.Price): number {
  return unit_amount ?? 0;
}

/** The plan that subscription items still have beside their price. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  const { id, active, billing_scheme, created, currency, metadata, nickname, product, unit_amount: amount } = price;
  const same = { id, active, billing_scheme, created, currency, metadata, nickname, product, amount };
  return {
    ...same,
    object: 'plan',
    ...nulls('amount_decimal', 'meter', 'tiers_mode', 'transform_usage', 'trial_period_days'),
    ...monthly(price.recurring?.interval_count ?? 1),
    livemode: false,
  } satisfies Stripe.Plan;
}

export function newProduct(parts: Parts<Stripe.Product, 'created' | 'name'>): Stripe.Product {
  return {
    ...newObject('prod', 'product'),
    ...nulls('default_price', 'description', 'package_dimensions', 'shippable', 'statement_descriptor', 'tax_code'),
    ...nulls('tax_details', 'unit_label', 'url'),
    active: true,
    images: [],
    marketing_features: [],
    metadata: {},
    type: 'service',
    updated: parts.created,
    ...parts,
  } satisfies Stripe.Product;
}
