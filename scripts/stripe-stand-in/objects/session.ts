import type { Stripe } from 'stripe';
import { describePrice } from '../billing/subscriptions.ts';
import { newId, nulls, wholeList } from './fields.ts';
import type { Books } from '../state/books.ts';

interface SessionSource {
  readonly created: number;
  readonly origin: string;
  readonly mode: 'payment' | 'subscription';
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly customerEmail: string | null;
  readonly clientReferenceId: string | null;
  readonly metadata: Stripe.Metadata;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly expiresAt: number;
  readonly locale: string | null;
  readonly takesCodes: boolean;
  readonly hasTax: boolean;
  /** Of a single payment; null: of a subscription, which has its own. */
  readonly invoiceCreation: { readonly enabled: boolean } | null;
}

export function newSession(source: SessionSource): Stripe.Checkout.Session {
  const id = newId('cs_test');
  return {
    id,
    object: 'checkout.session',
    ...nulls('after_expiration', 'allowed_payment_method_types', 'billing_address_collection'),
    ...nulls('client_secret', 'collected_information', 'consent', 'consent_collection', 'currency_conversion'),
    ...nulls('customer_account', 'customer_details', 'integration_identifier', 'invoice'),
    ...nulls('managed_payments', 'origin_context', 'payment_intent', 'payment_link'),
    ...nulls('payment_method_configuration_details', 'permissions', 'recovered_from', 'saved_payment_method_options'),
    ...nulls('setup_intent', 'shipping_address_collection', 'shipping_cost', 'submit_type', 'subscription'),
    wallet_options: null,
    allow_promotion_codes: source.takesCodes || null,
    adaptive_pricing: { enabled: false },
    amount_subtotal: source.amount,
    amount_total: source.amount,
    automatic_tax: {
      liability: null,
      provider: source.hasTax ? 'stripe' : null,
      enabled: source.hasTax,
      status: source.hasTax ? 'requires_location_inputs' : null,
    },
    cancel_url: source.cancelUrl,
    client_reference_id: source.clientReferenceId,
    created: source.created,
    currency: source.currency,
    custom_fields: [],
    custom_text: nulls('after_submit', 'shipping_address', 'submit', 'terms_of_service_acceptance'),
    customer: source.customer,
    customer_creation: source.customer === null && source.mode === 'subscription' ? 'always' : null,
    customer_email: source.customerEmail,
    discounts: [],
    expires_at: source.expiresAt,
    invoice_creation: source.invoiceCreation && {
      enabled: source.invoiceCreation.enabled,
      invoice_data: {
        ...nulls('account_tax_ids', 'custom_fields', 'description', 'footer', 'issuer', 'metadata'),
        rendering_options: null,
      },
    },
    livemode: false,
    locale: source.locale,
    metadata: source.metadata,
    mode: source.mode,
    payment_method_collection: source.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    success_url: source.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${source.origin}/dev/stripe/checkout/${id}`,
  } satisfies Stripe.Checkout.Session;
}

/** What a Checkout Session sells. */
export function lineItemsOf(books: Books, sessionId: string): Stripe.ApiList<Stripe.LineItem> {
  const checkout = books.tables.checkouts.get(sessionId);
  const price = checkout && books.tables.prices.get(checkout.price);
  const session = books.tables.sessions.get(sessionId);
  if (!price || !session) throw new Error(`${sessionId} sells nothing`);
  const item = {
    id: `li_${sessionId.slice(-24)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: session.total_details?.amount_discount ?? 0,
    amount_subtotal: session.amount_subtotal ?? 0,
    amount_tax: session.total_details?.amount_tax ?? 0,
    amount_total: session.amount_total ?? 0,
    currency: price.currency,
    description: describePrice(books, price),
    metadata: {},
    price,
    quantity: checkout.quantity,
  } satisfies Stripe.LineItem;
  return wholeList(`/v1/checkout/sessions/${sessionId}/line_items`, [item]);
}
