import type { Stripe } from 'stripe';
import { idOf } from '../objects/id-of.ts';
import { newRefund, type RefundSource } from '../objects/refund.ts';
import type { Books } from '../state/books.ts';

/** What of a charge has not been given back. */
export function amountLeft({ amount, amount_refunded }: Stripe.Charge): number {
  return amount - amount_refunded;
}

/** Gives money back, at most what is left. It touches no subscription. */
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
