import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';
import { idOf } from './id-of.ts';
import { nulls } from './nulls.ts';

export interface DisputeSource {
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
