import type { Stripe } from 'stripe';
import { idOf, nulls, newId } from './fields.ts';

interface PaymentIntentSource {
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

interface ChargeSource {
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
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    last4: card?.last4 ?? null,
    network: card?.brand ?? null,
  };
}

export interface RefundSource {
  readonly created: number;
  readonly charge: Stripe.Charge;
  readonly amount: number;
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  readonly metadata: Stripe.Metadata;
}

export function newRefund({ created, charge, amount, reason, metadata }: RefundSource): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    ...nulls('balance_transaction', 'customer_account', 'receipt_number', 'source_transfer_reversal'),
    transfer_reversal: null,
    amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: idOf(charge.customer),
    metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason,
    status: 'succeeded',
  } satisfies Stripe.Refund;
}

interface DisputeSource {
  readonly created: number;
  readonly charge: Stripe.Charge;
  readonly status: Stripe.Dispute.Status;
  readonly reason: string;
}

const daysToAnswer = 9;

export function newDispute({ created, charge, status, reason }: DisputeSource): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: created + daysToAnswer * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: status.startsWith('warning_'),
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason,
    status,
  } satisfies Stripe.Dispute;
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    ...nulls('access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'),
    ...nulls('cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'),
    ...nulls('customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'),
    ...nulls('duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'),
    ...nulls('refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'),
    ...nulls('service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'),
    ...nulls('shipping_documentation', 'shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'),
    enhanced_evidence: {},
  };
}
