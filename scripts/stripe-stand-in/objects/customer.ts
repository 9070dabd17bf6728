import type { Stripe } from 'stripe';
import { nulls, newId } from './fields.ts';

interface CustomerSource {
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

interface PaymentMethodSource {
  readonly created: number;
  readonly customer: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly fingerprint: string;
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
      fingerprint: source.fingerprint,
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
