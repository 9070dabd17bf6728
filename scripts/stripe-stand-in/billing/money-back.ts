import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newDispute, newRefund, type RefundSource } from '../objects/payment.ts';
import type { Books } from '../state/books.ts';

/** What of a charge has not been given back. */
export function amountLeft({ amount, amount_refunded }: Stripe.Charge): number {
  return amount - amount_refunded;
}

/** Gives money back, at most what was not given back before. It touches no subscription. */
export function refundCharge(
  books: Books,
  charge: Stripe.Charge,
  details: Pick<RefundSource, 'amount' | 'reason' | 'metadata'>,
): Stripe.Refund {
  const created = books.timeOf(idOf(charge.customer));
  const refund = books.tables.refunds.put(newRefund({ ...details, created, charge }));
  const amount_refunded = charge.amount_refunded + details.amount;
  const patch = { amount_refunded, refunded: amount_refunded === charge.amount };
  const { row, previous } = books.change('charges', charge.id, patch);
  books.emit('refund.created', refund);
  books.emit('charge.refunded', row, previous);
  return refund;
}

/** Its dispute has taken the money already, or may take it. */
export function isHeldBack({ tables }: Books, chargeId: string): boolean {
  const dispute = tables.disputes.newest().find(({ charge }) => charge === chargeId);
  return dispute !== undefined && dispute.status !== 'won' && !dispute.is_charge_refundable;
}

export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'prevented',
  'won',
  'lost',
] as const satisfies readonly Stripe.Dispute.Status[];
type DisputeStatus = (typeof disputeStatuses)[number];

/** The person has asked the bank for the money back. An inquiry (`warning_…`) takes nothing yet. */
export function openDispute(
  books: Books,
  charge: Stripe.Charge,
  status: DisputeStatus,
  reason: string,
): Stripe.Dispute {
  const created = books.timeOf(idOf(charge.customer));
  const dispute = books.tables.disputes.put(newDispute({ created, charge, status, reason }));
  books.change('charges', charge.id, { disputed: true });
  books.emit('charge.dispute.created', dispute);
  if (takesMoney(status)) books.emit('charge.dispute.funds_withdrawn', dispute);
  if (isClosed(status)) books.emit('charge.dispute.closed', dispute);
  return dispute;
}

export function changeDispute(books: Books, dispute: Stripe.Dispute, status: DisputeStatus): Stripe.Dispute {
  if (dispute.status === status) return dispute;
  const { row, previous } = books.change('disputes', dispute.id, {
    status,
    is_charge_refundable: status.startsWith('warning_'),
  });
  books.emit('charge.dispute.updated', row, previous);
  if (takesMoney(status) && !takesMoney(dispute.status)) books.emit('charge.dispute.funds_withdrawn', row);
  if (status === 'won') books.emit('charge.dispute.funds_reinstated', row);
  if (isClosed(status)) books.emit('charge.dispute.closed', row);
  return row;
}

function takesMoney(status: string): boolean {
  return !status.startsWith('warning_') && status !== 'won' && status !== 'prevented';
}

function isClosed(status: string): boolean {
  return ['won', 'lost', 'warning_closed', 'prevented'].includes(status);
}
