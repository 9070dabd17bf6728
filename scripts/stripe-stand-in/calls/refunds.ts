import type { Stripe } from 'stripe';
import { amountLeft, changeDispute, disputeOf, isHeldBack, openDispute, refundCharge } from '../billing/money-back.ts';
import { idOf } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { badRequest } from '../stripe-fault.ts';
import { count, metadata, needed, oneOf, freeText } from '../wire/params.ts';
import { find, list, operation, type Operation, retrieve } from './operation.ts';

const create = operation(
  'POST /v1/refunds',
  {
    charge: freeText,
    payment_intent: freeText,
    amount: count,
    metadata,
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  },
  ({ books, given }) => {
    const charge = findCharge(books, given.charge ?? null, given.payment_intent ?? null);
    const amount = readAmount(books, charge, given.amount);
    return refundCharge(books, charge, { amount, reason: given.reason ?? null, metadata: given.metadata ?? {} });
  },
);

function findCharge(books: Books, chargeId: string | null, intentId: string | null): Stripe.Charge {
  if (intentId === null && chargeId === null) {
    throw badRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = intentId === null ? null : find(books, 'paymentIntents', intentId, 'payment_intent');
  const charge = find(books, 'charges', chargeId ?? idOf(intent?.latest_charge) ?? '', 'charge');
  if (!charge.paid) throw badRequest('The charge was not successful, and cannot be refunded.', { param: 'charge' });
  return charge;
}

/** All that is left, unless less was asked for. */
function readAmount(books: Books, charge: Stripe.Charge, asked?: number): number {
  const left = amountLeft(charge);
  if (left === 0) {
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (isHeldBack(books, charge.id)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw badRequest(message, { code: 'charge_disputed' });
  }
  const amount = asked ?? left;
  if (amount <= left) return amount;
  throw badRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
    param: 'amount',
  });
}

/** Not Stripe's: opens the dispute of a charge, or changes its status, as a bank would. */
const decide = operation(
  'POST /v1/stand_in/disputes',
  { charge: needed(freeText), status: oneOf('needs_response', 'under_review', 'won', 'lost') },
  ({ books, given: { charge: id, status = 'needs_response' } }) => {
    const charge = find(books, 'charges', id, 'charge');
    const dispute = disputeOf(books, id);
    return dispute ? changeDispute(books, dispute, status) : openDispute(books, charge, status);
  },
);

/** Refunds and disputes. */
export const refundOperations: readonly Operation[] = [
  create,
  list('/v1/refunds', 'refunds', { equal: ['charge', 'payment_intent'] }),
  retrieve('/v1/refunds', 'refunds'),
  list('/v1/disputes', 'disputes', { equal: ['charge', 'payment_intent'] }),
  retrieve('/v1/disputes', 'disputes'),
  decide,
];
