import type { Stripe } from 'stripe';
import { newDispute } from '../objects/dispute.ts';
import { idOf } from '../objects/id-of.ts';
import type { Books } from '../state/books.ts';

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
export type DisputeStatus = (typeof disputeStatuses)[number];

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
