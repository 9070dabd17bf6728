import type { Stripe } from 'stripe';
import { nulls, wholeList, newId } from './fields.ts';
import { planOf } from './price.ts';

export interface BillingPeriod {
  readonly start: number;
  readonly end: number;
}

export interface SubscriptionSource {
  readonly created: number;
  readonly customer: string;
  readonly price: Stripe.Price;
  readonly quantity: number;
  readonly period: BillingPeriod;
  readonly paymentMethod: string;
  readonly metadata: Stripe.Metadata;
  readonly testClock: string | null;
}

/** A subscription whose first payment was just made. */
export function newSubscription(source: SubscriptionSource): Stripe.Subscription {
  const id = newId('sub');
  return {
    id,
    object: 'subscription',
    ...nulls('application', 'application_fee_percent', 'billing_cycle_anchor_config', 'billing_thresholds'),
    ...nulls('cancel_at', 'canceled_at', 'customer_account', 'days_until_due', 'default_source', 'description'),
    ...nulls('ended_at', 'latest_invoice', 'managed_payments', 'next_pending_invoice_item_invoice'),
    ...nulls('on_behalf_of', 'pause_collection', 'pending_invoice_item_interval', 'pending_setup_intent'),
    ...nulls('pending_update', 'schedule', 'transfer_data', 'trial_end', 'trial_settings', 'trial_start'),
    automatic_tax: { ...nulls('disabled_reason', 'liability'), enabled: false },
    billing_cycle_anchor: source.created,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: nulls('comment', 'feedback', 'feedback_option', 'reason'),
    collection_method: 'charge_automatically',
    created: source.created,
    currency: source.price.currency,
    customer: source.customer,
    default_payment_method: source.paymentMethod,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      ...nulls('account_tax_ids', 'custom_fields', 'description', 'footer'),
      issuer: { type: 'self' },
    },
    items: wholeList(`/v1/subscription_items?subscription=${id}`, [newItem(id, source)]),
    livemode: false,
    metadata: source.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: 'off',
    },
    start_date: source.created,
    status: 'active',
    test_clock: source.testClock,
  } satisfies Stripe.Subscription;
}

function newItem(subscription: string, source: SubscriptionSource): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    ...nulls('billing_thresholds', 'current_trial'),
    created: source.created,
    current_period_start: source.period.start,
    current_period_end: source.period.end,
    discounts: [],
    metadata: {},
    plan: planOf(source.price),
    price: source.price,
    quantity: source.quantity,
    subscription,
    tax_rates: [],
  };
}

/** The only item; more than one price cannot be bought at once here. */
export function itemOf(subscription: Pick<Stripe.Subscription, 'id' | 'items'>): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no items`);
  return item;
}

/** The items of the subscription as they are in another period. */
export function itemsInPeriod(subscription: Stripe.Subscription, period: BillingPeriod): Stripe.Subscription['items'] {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  return { ...subscription.items, data };
}
