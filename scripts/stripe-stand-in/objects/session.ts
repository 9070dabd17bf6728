import type { Stripe } from 'stripe';
import { newObject, nulls, type Parts } from './fields.ts';

type Session = Stripe.Checkout.Session;

interface SessionSource extends Parts<
  Session,
  'amount_total' | 'client_reference_id' | 'created' | 'currency' | 'customer' | 'expires_at' | 'locale' | 'metadata'
> {
  readonly mode: 'payment' | 'subscription';
  readonly origin: string;
  readonly hasTax: boolean;
  /** A single payment that an invoice is made of. */
  readonly isInvoiced: boolean;
}

/** An open one. */
export function newSession({ origin, hasTax, isInvoiced, mode, ...parts }: SessionSource): Session {
  const own = newObject('cs_test', 'checkout.session');
  return {
    ...own,
    ...nulls('after_expiration', 'allow_promotion_codes', 'allowed_payment_method_types', 'billing_address_collection'),
    ...nulls('cancel_url', 'client_secret', 'collected_information', 'consent', 'consent_collection'),
    ...nulls('currency_conversion', 'customer_account', 'customer_creation', 'customer_details', 'customer_email'),
    ...nulls('integration_identifier', 'invoice', 'managed_payments', 'origin_context', 'payment_intent'),
    ...nulls('payment_link', 'payment_method_configuration_details', 'permissions', 'recovered_from'),
    ...nulls('saved_payment_method_options', 'setup_intent', 'shipping_address_collection', 'shipping_cost'),
    ...nulls('submit_type', 'subscription', 'success_url', 'wallet_options'),
    adaptive_pricing: { enabled: false },
    amount_subtotal: parts.amount_total,
    automatic_tax: {
      liability: null,
      provider: hasTax ? 'stripe' : null,
      enabled: hasTax,
      status: hasTax ? 'requires_location_inputs' : null,
    },
    custom_fields: [],
    custom_text: nulls('after_submit', 'shipping_address', 'submit', 'terms_of_service_acceptance'),
    discounts: [],
    invoice_creation:
      mode === 'payment'
        ? {
            enabled: isInvoiced,
            invoice_data: {
              ...nulls('account_tax_ids', 'custom_fields', 'description', 'footer', 'issuer', 'metadata'),
              rendering_options: null,
            },
          }
        : null,
    mode,
    payment_method_collection: mode === 'subscription' ? 'always' : 'if_required',
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${origin}/dev/stripe/checkout/${own.id}`,
    ...parts,
  } satisfies Session;
}
