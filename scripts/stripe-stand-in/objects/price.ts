import type { Stripe } from 'stripe';
import { nulls, newId } from './fields.ts';

export type Interval = 'day' | 'week' | 'month' | 'year';

export interface PriceSource {
  readonly created: number;
  readonly product: string;
  readonly currency: string;
  readonly unitAmount: number;
  readonly recurring: { readonly interval: Interval; readonly count: number } | null;
  readonly lookupKey: string | null;
  readonly nickname: string | null;
  readonly active: boolean;
  readonly metadata: Stripe.Metadata;
}

export function newPrice(source: PriceSource): Stripe.Price {
  const { recurring } = source;
  return {
    id: newId('price'),
    object: 'price',
    ...nulls('custom_unit_amount', 'tiers_mode', 'transform_quantity', 'unit_amount_decimal'),
    active: source.active,
    billing_scheme: 'per_unit',
    created: source.created,
    currency: source.currency,
    livemode: false,
    lookup_key: source.lookupKey,
    metadata: source.metadata,
    nickname: source.nickname,
    product: source.product,
    recurring: recurring && {
      ...nulls('meter', 'trial_period_days'),
      interval: recurring.interval,
      interval_count: recurring.count,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: source.unitAmount,
  } satisfies Stripe.Price;
}

/** The plan that subscription items still have beside their price. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    ...nulls('amount_decimal', 'meter', 'tiers_mode', 'transform_usage', 'trial_period_days'),
    active: price.active,
    amount: price.unit_amount,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  } satisfies Stripe.Plan;
}

interface ProductSource {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean;
  readonly metadata: Stripe.Metadata;
}

export function newProduct({ id, created, name, description, active, metadata }: ProductSource): Stripe.Product {
  return {
    id,
    object: 'product',
    ...nulls('default_price', 'package_dimensions', 'shippable', 'statement_descriptor', 'tax_code', 'tax_details'),
    ...nulls('unit_label', 'url'),
    active,
    created,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    type: 'service',
    updated: created,
  } satisfies Stripe.Product;
}
