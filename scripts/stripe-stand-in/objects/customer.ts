import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';
import { nulls } from './nulls.ts';

export interface CustomerSource {
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly preferredLocales: readonly string[];
  readonly metadata: Stripe.Metadata;
  readonly testClock: string | null;
}

export function newCustomer(source: CustomerSource): Stripe.Customer {
  const id = newId('cus');
  return {
    id,
    object: 'customer',
    ...nulls('address', 'currency', 'customer_account', 'default_source', 'discount', 'shipping'),
    balance: 0,
    created: source.created,
    delinquent: false,
    description: source.description,
    email: source.email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: nulls('custom_fields', 'default_payment_method', 'footer', 'rendering_options'),
    livemode: false,
    metadata: source.metadata,
    name: source.name,
    next_invoice_sequence: 1,
    phone: source.phone,
    preferred_locales: [...source.preferredLocales],
    tax_exempt: 'none',
    test_clock: source.testClock,
  } satisfies Stripe.Customer;
}
