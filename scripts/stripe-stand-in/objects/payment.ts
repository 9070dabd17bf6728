import type { Stripe } from 'stripe';
import { newObject, idOf, newId, nulls, type Parts } from './fields.ts';

export function newPaymentIntent(
  parts: Parts<Stripe.PaymentIntent, 'amount' | 'created' | 'currency' | 'customer'>,
): Stripe.PaymentIntent {
  const own = newObject('pi', 'payment_intent');
  return {
    ...own,
    ...nulls('allowed_payment_method_types', 'application', 'application_fee_amount', 'automatic_payment_methods'),
    ...nulls('canceled_at', 'cancellation_reason', 'customer_account', 'description', 'excluded_payment_method_types'),
    ...nulls('last_payment_error', 'latest_charge', 'managed_payments', 'next_action', 'on_behalf_of'),
    ...nulls('payment_method', 'payment_method_configuration_details', 'payment_method_options', 'payment_record'),
    ...nulls('processing', 'receipt_email', 'review', 'setup_future_usage', 'shipping', 'source'),
    ...nulls('statement_descriptor', 'statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: `${own.id}_secret_stand_in`,
    confirmation_method: 'automatic',
    metadata: {},
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    ...parts,
  } satisfies Stripe.PaymentIntent;
}

/** `failure` says why it failed; null: it was paid. */
export function newCharge(
  { id: payment_intent, amount, currency, customer, description, metadata }: Stripe.PaymentIntent,
  { id: payment_method, billing_details, card }: Stripe.PaymentMethod,
  {
    created,
    failure,
  }: { readonly created: number; readonly failure: { readonly code: string; readonly message: string } | null },
): Stripe.Charge {
  const about = { amount, created, currency, description, metadata, payment_intent, payment_method };
  return {
    ...newObject('ch', 'charge'),
    ...nulls('application', 'application_fee', 'application_fee_amount', 'balance_transaction'),
    ...nulls('failure_balance_transaction', 'fraud_details', 'on_behalf_of', 'receipt_email', 'receipt_number'),
    ...nulls('outcome', 'receipt_url', 'review', 'shipping', 'source', 'source_transfer', 'statement_descriptor'),
    ...nulls('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    ...about,
    amount_captured: failure ? 0 : amount,
    amount_refunded: 0,
    billing_details: { ...billing_details },
    calculated_statement_descriptor: 'STAND-IN',
    captured: !failure,
    customer: idOf(customer),
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    paid: !failure,
    payment_method_details: { type: 'card', card: chargedCard(card!) },
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  } satisfies Stripe.Charge;
}

function chargedCard(card: Stripe.PaymentMethod.Card): Stripe.Charge.PaymentMethodDetails.Card {
  const { brand, checks, country, exp_month, exp_year, fingerprint = null, funding, last4 } = card;
  const own = { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 };
  return {
    ...nulls('amount_authorized', 'authorization_code', 'electronic_commerce_indicator', 'installments', 'mandate'),
    ...nulls('network_transaction_id', 'regulated_status', 'three_d_secure', 'transaction_link_id', 'wallet'),
    ...own,
    network: brand,
  };
}

export function newRefund(
  charge: Stripe.Charge,
  parts: Parts<Stripe.Refund, 'amount' | 'created' | 'reason' | 'metadata'>,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    ...nulls('balance_transaction', 'customer_account', 'receipt_number', 'source_transfer_reversal'),
    transfer_reversal: null,
    charge: charge.id,
    currency: charge.currency,
    customer: idOf(charge.customer),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    status: 'succeeded',
    ...parts,
  } satisfies Stripe.Refund;
}

const secondsToAnswer = 9 * 24 * 60 * 60;

export function newDispute(
  charge: Stripe.Charge,
  { created, status }: Pick<Stripe.Dispute, 'created' | 'status'>,
): Stripe.Dispute {
  return {
    ...newObject('du', 'dispute'),
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: created + secondsToAnswer,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason: 'fraudulent',
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
