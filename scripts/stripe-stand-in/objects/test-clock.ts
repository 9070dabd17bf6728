import type { Stripe } from 'stripe';
import { newId } from '../state/new-id.ts';

export interface TestClockSource {
  readonly created: number;
  readonly frozenTime: number;
  readonly name: string | null;
}

const daysKept = 30;

export function newTestClock({ created, frozenTime, name }: TestClockSource): Stripe.TestHelpers.TestClock {
  return {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + daysKept * 24 * 60 * 60,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  } satisfies Stripe.TestHelpers.TestClock;
}
