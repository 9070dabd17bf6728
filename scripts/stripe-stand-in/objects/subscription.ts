import type { Stripe } from 'stripe';
import { newObject, newId, nulls, type Parts, wholeList } from './fields.ts';
import { planOf } from './price.ts';

/** Seconds since 1970. */
export interface BillingPeriod {
  readonly start: number;
  readonly end: number;
}

/** A subscription whose first payment was just made. */
export function newSubscription(
  price: Stripe.Price,
  period: BillingPeriod,
  parts: Parts<Stripe.Subscription, 'created' | 'customer' | 'default_payment_method' | 'metadata' | 'test_clock'>,
): Stripe.Subscription {
  const own = newObject('sub', 'subscription');
  return {
    ...own,
    ...nulls('application', 'application_fee_percent', 'billing_cycle_anchor_config', 'billing_thresholds'),
    ...nulls('cancel_at', 'canceled_at', 'customer_account', 'days_until_due', 'default_source', 'description'),
    ...nulls('ended_at', 'latest_invoice', 'managed_payments', 'next_pending_invoice_item_invoice'),
    ...nulls('on_behalf_of', 'pause_collection', 'pending_invoice_item_interval', 'pending_setup_intent'),
    ...nulls('pending_update', 'schedule', 'transfer_data', 'trial_end', 'trial_settings', 'trial_start'),
    automatic_tax: { ...nulls('disabled_reason', 'liability'), enabled: false },
    billing_cycle_anchor: parts.created,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: noCancellation,
    collection_method: 'charge_automatically',
    currency: price.currency,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      ...nulls('account_tax_ids', 'custom_fields', 'description', 'footer'),
      issuer: { type: 'self' },
    },
    items: wholeList(`/v1/subscription_items?subscription=${own.id}`, [newItem(own.id, price, period)]),
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: 'off',
    },
    start_date: parts.created,
    status: 'active',
    ...parts,
  } satisfies Stripe.Subscription;
}

/** Nobody wants it to end. */
export const noCancellation = nulls('comment', 'feedback', 'feedback_option', 'reason');

function newItem(subscription: string, price: Stripe.Price, { start, end }: BillingPeriod): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    ...nulls('billing_thresholds', 'current_trial'),
    created: start,
    current_period_start: start,
    current_period_end: end,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
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

/** The items of the subscription as they are in another period, and for another price if it changes. */
export function itemsIn(
  subscription: Stripe.Subscription,
  { start, end }: BillingPeriod,
  price: Stripe.Price = itemOf(subscription).price,
): Stripe.Subscription['items'] {
  const item = { ...itemOf(subscription), price, plan: planOf(price) };
  return { ...subscription.items, data: [{ ...item, current_period_start: start, current_period_end: end }] };
}
