import { changeDispute, disputeStatuses, openDispute } from '../billing/disputes.ts';
import { find } from './find.ts';
import { list, retrieve } from './list.ts';
import type { Operation } from './operation.ts';

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
