import type { Stripe } from 'stripe';
import { nulls } from './nulls.ts';

export interface ProductSource {
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
