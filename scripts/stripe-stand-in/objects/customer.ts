import type { Stripe } from 'stripe';
import { newObject, nulls, type Parts } from './fields.ts';

export function newCustomer(parts: Parts<Stripe.Customer, 'created'>): Stripe.Customer {
  const own = newObject('cus', 'customer');
  return {
    ...own,
    ...nulls('address', 'currency', 'customer_account', 'default_source', 'description', 'discount', 'email', 'name'),
    ...nulls('phone', 'shipping', 'test_clock'),
    balance: 0,
    delinquent: false,
    invoice_prefix: own.id.slice(-8).toUpperCase(),
    invoice_settings: nulls('custom_fields', 'default_payment_method', 'footer', 'rendering_options'),
    metadata: {},
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...parts,
  } satisfies Stripe.Customer;
}

type CardParts = Pick<Stripe.PaymentMethod.Card, 'brand' | 'exp_month' | 'exp_year' | 'fingerprint' | 'last4'>;

/** A card that is nobody's yet. */
export function newPaymentMethod(
  card: CardParts,
  { created, name, email }: { readonly created: number; readonly name: string | null; readonly email: string | null },
): Stripe.PaymentMethod {
  return {
    ...newObject('pm', 'payment_method'),
    ...nulls('customer', 'customer_account'),
    billing_details: { ...nulls('address', 'phone', 'tax_id'), email, name },
    card: {
      ...nulls('checks', 'country', 'generated_from', 'networks', 'regulated_status', 'three_d_secure_usage', 'wallet'),
      display_brand: card.brand,
      funding: 'credit',
      ...card,
    },
    created,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
}

/** A card that is to be saved for later, without a payment. */
export function newSetupIntent(customer: string, created: number): Stripe.SetupIntent {
  const own = newObject('seti', 'setup_intent');
  return {
    ...own,
    ...nulls('allowed_payment_method_types', 'application', 'automatic_payment_methods', 'cancellation_reason'),
    ...nulls('description', 'excluded_payment_method_types', 'last_setup_error', 'latest_attempt', 'mandate'),
    ...nulls('next_action', 'on_behalf_of', 'payment_method', 'payment_method_configuration_details'),
    ...nulls('payment_method_options', 'single_use_mandate'),
    client_secret: `${own.id}_secret_stand_in`,
    created,
    customer,
    metadata: {},
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  } satisfies Stripe.SetupIntent;
}
