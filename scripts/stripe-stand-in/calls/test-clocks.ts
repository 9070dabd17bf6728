import { newId } from '../objects/fields.ts';
import type { Stripe } from 'stripe';
import { advanceClock } from '../billing/run-billing.ts';
import { endSubscription } from '../billing/subscriptions.ts';
import { find, list, type Operation, retrieve } from './operation.ts';
import { badRequest } from '../stripe-fault.ts';
import type { Params } from '../wire/params.ts';

const path = '/v1/test_helpers/test_clocks';

const create: Operation = {
  method: 'POST',
  path,
  takes: ['frozen_time', 'name'],
  run({ books, params }) {
    const frozenTime = readTime(params);
    const clock = newTestClock({ created: books.timeOf(null), frozenTime, name: params.text('name') });
    books.tables.testClocks.put(clock);
    books.emit('test_helpers.test_clock.created', clock);
    return clock;
  },
};

/** Here everything has happened when this answers, so that the clock is ready at once. */
const advance: Operation = {
  method: 'POST',
  path: `${path}/:id/advance`,
  takes: ['frozen_time'],
  run({ books, id, params }) {
    const clock = find(books, 'testClocks', id);
    const to = readTime(params);
    if (to <= clock.frozen_time) {
      throw badRequest('The new frozen time must be after the current frozen time.', { param: 'frozen_time' });
    }
    books.emit('test_helpers.test_clock.advancing', { ...clock, status: 'advancing' });
    advanceClock(books, clock, to);
    const advanced = find(books, 'testClocks', id);
    books.emit('test_helpers.test_clock.ready', advanced);
    return advanced;
  },
};

/** Its customers go with it. */
const remove: Operation = {
  method: 'DELETE',
  path: `${path}/:id`,
  takes: [],
  run({ books, id }) {
    const clock = find(books, 'testClocks', id);
    for (const subscription of books.tables.subscriptions.newest()) {
      const isOnIt = subscription.test_clock === id && subscription.status !== 'canceled';
      if (isOnIt) endSubscription(books, subscription, 'cancellation_requested');
    }
    for (const customer of books.tables.customers.newest()) {
      if (customer.test_clock !== id) continue;
      books.tables.customers.remove(customer.id);
      books.tables.deletedCustomers.put({ id: customer.id, object: 'customer', deleted: true });
    }
    books.tables.testClocks.remove(id);
    books.emit('test_helpers.test_clock.deleted', clock);
    return { id, object: 'test_helpers.test_clock', deleted: true } satisfies Stripe.TestHelpers.DeletedTestClock;
  },
};

function readTime(params: Params): number {
  params.required('frozen_time');
  return params.integer('frozen_time') ?? 0;
}

export const testClockOperations: readonly Operation[] = [
  create,
  list({ path, table: 'testClocks' }),
  retrieve(`${path}/:id`, 'testClocks'),
  advance,
  remove,
];

interface TestClockSource {
  readonly created: number;
  readonly frozenTime: number;
  readonly name: string | null;
}

const retentionDays = 30;

export function newTestClock({ created, frozenTime, name }: TestClockSource): Stripe.TestHelpers.TestClock {
  return {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + retentionDays * 24 * 60 * 60,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  } satisfies Stripe.TestHelpers.TestClock;
}
