import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';
import { nulls } from './nulls.ts';

export interface PaymentMethodSource {
  readonly created: number;
  readonly customer: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly name: string | null;
  readonly email: string | null;
}

export function newPaymentMethod(source: PaymentMethodSource): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { ...nulls('address', 'phone', 'tax_id'), email: source.email, name: source.name },
    card: {
      ...nulls('generated_from', 'regulated_status', 'wallet'),
      brand: source.brand,
      checks: { ...nulls('address_line1_check', 'address_postal_code_check'), cvc_check: 'pass' },
      country: 'US',
      display_brand: source.brand,
      exp_month: source.expMonth,
      exp_year: source.expYear,
      funding: 'credit',
      last4: source.last4,
      networks: { available: [source.brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
    created: source.created,
    customer: source.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
}
