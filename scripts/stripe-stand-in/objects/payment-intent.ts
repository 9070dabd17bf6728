import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';
import { nulls } from './nulls.ts';

export interface PaymentIntentSource {
  readonly created: number;
  readonly customer: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Stripe.Metadata;
  readonly willRenew: boolean;
}

export function newPaymentIntent(source: PaymentIntentSource): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    ...nulls('allowed_payment_method_types', 'application', 'application_fee_amount', 'automatic_payment_methods'),
    ...nulls('canceled_at', 'cancellation_reason', 'customer_account', 'excluded_payment_method_types'),
    ...nulls('last_payment_error', 'latest_charge', 'managed_payments', 'next_action', 'on_behalf_of'),
    ...nulls('payment_method', 'payment_method_configuration_details', 'payment_method_options', 'payment_record'),
    ...nulls('processing', 'receipt_email', 'review', 'shipping', 'source', 'statement_descriptor'),
    ...nulls('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    amount: source.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: `${id}_secret_stand_in`,
    confirmation_method: 'automatic',
    created: source.created,
    currency: source.currency,
    customer: source.customer,
    description: source.description,
    livemode: false,
    metadata: source.metadata,
    payment_method_types: ['card'],
    setup_future_usage: source.willRenew ? 'off_session' : null,
    status: 'requires_payment_method',
  } satisfies Stripe.PaymentIntent;
}
