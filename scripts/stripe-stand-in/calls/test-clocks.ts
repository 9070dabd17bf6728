import type { Stripe } from 'stripe';
import { advanceClock } from '../billing/run-billing.ts';
import { newObject } from '../objects/fields.ts';
import { badRequest } from '../stripe-fault.ts';
import { integer, needed } from '../wire/params.ts';
import { find, operation, type Operation } from './operation.ts';

const time = { frozen_time: needed(integer) };

const create = operation('POST /v1/test_helpers/test_clocks', time, ({ books, given: { frozen_time } }) =>
  books.add('testClocks', newTestClock(books.timeOf(null), frozen_time), 'test_helpers.test_clock.created'),
);

/** Here everything has happened when this answers, so that the clock is ready at once. */
const advance = operation('POST /v1/test_helpers/test_clocks/:id/advance', time, ({ books, id, given }) => {
  const clock = find(books, 'testClocks', id);
  if (given.frozen_time <= clock.frozen_time) {
    throw badRequest('The new frozen time must be after the current frozen time.', { param: 'frozen_time' });
  }
  books.emit('test_helpers.test_clock.advancing', { ...clock, status: 'advancing' });
  advanceClock(books, clock, given.frozen_time);
  return books.change('testClocks', id, {}, 'test_helpers.test_clock.ready');
});

export const testClockOperations: readonly Operation[] = [create, advance];

const secondsKept = 30 * 24 * 60 * 60;

export function newTestClock(created: number, frozen_time: number): Stripe.TestHelpers.TestClock {
  return {
    ...newObject('clock', 'test_helpers.test_clock'),
    created,
    deletes_after: created + secondsKept,
    frozen_time,
    name: null,
    status: 'ready',
    status_details: {},
  } satisfies Stripe.TestHelpers.TestClock;
}
