import type { Stripe } from 'stripe';
import { newId, nulls } from './fields.ts';

/** A card that is to be saved for later, without a payment. */
export function newSetupIntent(customer: string, created: number): Stripe.SetupIntent {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    ...nulls('allowed_payment_method_types', 'application', 'automatic_payment_methods', 'cancellation_reason'),
    ...nulls('description', 'excluded_payment_method_types', 'last_setup_error', 'latest_attempt', 'mandate'),
    ...nulls('next_action', 'on_behalf_of', 'payment_method', 'payment_method_configuration_details'),
    ...nulls('payment_method_options', 'single_use_mandate'),
    client_secret: `${id}_secret_stand_in`,
    created,
    customer,
    livemode: false,
    metadata: {},
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  } satisfies Stripe.SetupIntent;
}
