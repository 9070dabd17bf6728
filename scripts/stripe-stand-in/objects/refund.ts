import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';
import { idOf } from './id-of.ts';
import { nulls } from './nulls.ts';

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
