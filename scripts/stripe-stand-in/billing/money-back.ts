import type { Stripe } from 'stripe';
import { idOf } from '../objects/fields.ts';
import { newDispute, newRefund } from '../objects/payment.ts';
import type { Books } from '../state/books.ts';

/** What of a charge has not been given back. */
export function amountLeft({ amount, amount_refunded }: Stripe.Charge): number {
  return amount - amount_refunded;
}

/** Gives money back, at most what was not given back before. It touches no subscription. */
export function refundCharge(
  books: Books,
  charge: Stripe.Charge,
  details: Pick<Stripe.Refund, 'amount' | 'reason' | 'metadata'>,
): Stripe.Refund {
  const created = books.timeOf(idOf(charge.customer));
  const refund = books.add('refunds', newRefund(charge, { ...details, created }), 'refund.created');
  const amount_refunded = charge.amount_refunded + details.amount;
  const patch = { amount_refunded, refunded: amount_refunded === charge.amount };
  books.change('charges', charge.id, patch, 'charge.refunded');
  return refund;
}

/** The only dispute of a charge. */
export function disputeOf({ tables }: Books, chargeId: string): Stripe.Dispute | undefined {
  return tables.disputes.newest().find(({ charge }) => charge === chargeId);
}

/** Its dispute has taken the money already, or may take it. */
export function isHeldBack(books: Books, chargeId: string): boolean {
  const dispute = disputeOf(books, chargeId);
  return dispute !== undefined && dispute.status !== 'won';
}

/** The person has asked the bank for the money back, which takes it. */
export function openDispute(books: Books, charge: Stripe.Charge, status: Stripe.Dispute.Status): Stripe.Dispute {
  const created = books.timeOf(idOf(charge.customer));
  books.change('charges', charge.id, { disputed: true });
  const dispute = books.add('disputes', newDispute(charge, { created, status }), 'charge.dispute.created');
  books.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function changeDispute(books: Books, { id }: Stripe.Dispute, status: Stripe.Dispute.Status): Stripe.Dispute {
  const dispute = books.change('disputes', id, { status }, 'charge.dispute.updated');
  if (status === 'won') books.emit('charge.dispute.funds_reinstated', dispute);
  if (isDecided(dispute)) books.emit('charge.dispute.closed', dispute);
  return dispute;
}

export function isDecided({ status }: Stripe.Dispute): boolean {
  return status === 'won' || status === 'lost';
}
