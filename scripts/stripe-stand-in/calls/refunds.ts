import type { Stripe } from 'stripe';
import {
  amountLeft,
  changeDispute,
  disputeStatuses,
  isHeldBack,
  openDispute,
  refundCharge,
} from '../billing/money-back.ts';
import { type OperationCall, find, list, type Operation, retrieve } from './operation.ts';
import { idOf } from '../objects/fields.ts';
import { badRequest } from '../stripe-fault.ts';

const create: Operation = {
  method: 'POST',
  path: '/v1/refunds',
  takes: ['charge', 'payment_intent', 'amount', 'metadata', 'reason'],
  run(call) {
    const { books, params } = call;
    const charge = findCharge(call);
    return refundCharge(books, charge, {
      amount: readAmount(call, charge),
      reason: params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']),
      metadata: params.metadata(),
    });
  },
};

const update: Operation = {
  method: 'POST',
  path: '/v1/refunds/:id',
  takes: ['metadata'],
  run({ books, id, params }) {
    const before = find(books, 'refunds', id);
    const { row, previous } = books.change('refunds', id, { metadata: params.metadata(before.metadata) });
    books.emit('refund.updated', row, previous);
    return row;
  },
};

function findCharge({ books, params }: OperationCall): Stripe.Charge {
  const intentId = params.text('payment_intent');
  const chargeId = params.text('charge');
  if (intentId === null && chargeId === null) {
    throw badRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = intentId === null ? null : find(books, 'paymentIntents', intentId, 'payment_intent');
  if (intent && intent.status !== 'succeeded') {
    throw badRequest('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' });
  }
  const charge = find(books, 'charges', chargeId ?? idOf(intent?.latest_charge) ?? '', 'charge');
  if (!charge.paid) throw badRequest('The charge was not successful, and cannot be refunded.', { param: 'charge' });
  return charge;
}

/** All that is left, unless less was asked for. */
function readAmount({ books, params }: OperationCall, charge: Stripe.Charge): number {
  const left = amountLeft(charge);
  if (left === 0) {
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (isHeldBack(books, charge.id)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw badRequest(message, { code: 'charge_disputed' });
  }
  const amount = params.integer('amount') ?? left;
  if (amount < 1) {
    const details = { code: 'parameter_invalid_integer', param: 'amount' };
    throw badRequest('Invalid positive integer', details);
  }
  if (amount <= left) return amount;
  const [asked, unrefunded] = [amount, left].map((cents) => (cents / 100).toFixed(2));
  const message = `Refund amount ($${asked}) is greater than unrefunded amount on charge ($${unrefunded})`;
  throw badRequest(message, { param: 'amount' });
}

export const refundOperations: readonly Operation[] = [
  create,
  list({ path: '/v1/refunds', table: 'refunds', equal: ['charge', 'payment_intent'] }),
  retrieve('/v1/refunds/:id', 'refunds'),
  update,
];

/** Not Stripe's: opens the dispute of a charge, or changes its status, as a bank would. */
const decide: Operation = {
  method: 'POST',
  path: '/v1/stand_in/disputes',
  takes: ['charge', 'status', 'reason'],
  run({ books, params }) {
    const charge = find(books, 'charges', params.required('charge'), 'charge');
    const status = params.oneOf('status', disputeStatuses) ?? 'needs_response';
    const reason = params.text('reason') ?? 'fraudulent';
    const dispute = books.tables.disputes.newest().find((row) => row.charge === charge.id);
    return dispute ? changeDispute(books, dispute, status) : openDispute(books, charge, status, reason);
  },
};

/** To give in. */
const close: Operation = {
  method: 'POST',
  path: '/v1/disputes/:id/close',
  takes: [],
  run: ({ books, id }) => changeDispute(books, find(books, 'disputes', id), 'lost'),
};

export const disputeOperations: readonly Operation[] = [
  list({ path: '/v1/disputes', table: 'disputes', equal: ['charge', 'payment_intent'] }),
  retrieve('/v1/disputes/:id', 'disputes'),
  close,
  decide,
];
