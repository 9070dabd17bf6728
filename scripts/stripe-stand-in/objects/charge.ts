import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';
import { idOf } from './id-of.ts';
import { nulls } from './nulls.ts';

export interface ChargeSource {
  readonly created: number;
  readonly origin: string;
  readonly paymentIntent: Stripe.PaymentIntent;
  readonly paymentMethod: Stripe.PaymentMethod;
  /** Why it failed; null: it was paid. */
  readonly failure: { readonly code: string; readonly declineCode: string | null; readonly message: string } | null;
}

export function newCharge({ created, origin, paymentIntent, paymentMethod, failure }: ChargeSource): Stripe.Charge {
  const id = newId('ch');
  return {
    id,
    object: 'charge',
    ...nulls('application', 'application_fee', 'application_fee_amount', 'balance_transaction'),
    ...nulls('failure_balance_transaction', 'fraud_details', 'on_behalf_of', 'receipt_email', 'receipt_number'),
    ...nulls('review', 'shipping', 'source', 'source_transfer', 'statement_descriptor'),
    ...nulls('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    amount: paymentIntent.amount,
    amount_captured: failure ? 0 : paymentIntent.amount,
    amount_refunded: 0,
    billing_details: { ...paymentMethod.billing_details },
    calculated_statement_descriptor: 'STAND-IN',
    captured: !failure,
    created,
    currency: paymentIntent.currency,
    customer: idOf(paymentIntent.customer),
    description: paymentIntent.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: false,
    metadata: paymentIntent.metadata,
    outcome: outcomeOf(failure),
    paid: !failure,
    payment_intent: paymentIntent.id,
    payment_method: paymentMethod.id,
    payment_method_details: { type: 'card', card: cardOf(paymentMethod) },
    receipt_url: failure ? null : `${origin}/dev/stripe/receipt/${id}`,
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  } satisfies Stripe.Charge;
}

function outcomeOf(failure: ChargeSource['failure']): Stripe.Charge.Outcome {
  return {
    ...nulls('advice_code', 'network_advice_code', 'network_decline_code'),
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason: failure ? (failure.declineCode ?? failure.code) : null,
    risk_level: 'normal',
    seller_message: failure ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  };
}

function cardOf({ card }: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    ...nulls('amount_authorized', 'authorization_code', 'electronic_commerce_indicator', 'installments', 'mandate'),
    ...nulls('network_transaction_id', 'regulated_status', 'three_d_secure', 'transaction_link_id', 'wallet'),
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    exp_month: card?.exp_month ?? 1,
    exp_year: card?.exp_year ?? 1970,
    funding: card?.funding ?? null,
    last4: card?.last4 ?? null,
    network: card?.brand ?? null,
  };
}
