import { expect, test } from 'vitest';
import { planStatusOf } from '../../../web/pages/cabinet/payment/plan-status.ts';
import { payment, subscription } from './bought.ts';

const now = new Date('2030-06-01T00:00:00Z');
const until = new Date('2030-06-20T00:00:00Z');
const forever = new Date('9999-12-31T00:00:00Z');
const planStatus = (accessTo: Date | null, bought: Partial<Parameters<typeof planStatusOf>[1]> = {}) =>
  planStatusOf({ accessTo }, { subscriptions: [], payments: [], ...bought }, now);

test('somebody who never bought anything is new', () => {
  expect(planStatus(null)).toEqual({ kind: 'new' });
});

test('somebody whose subscription runs is subscribed, whether or not it will renew', () => {
  const running = subscription();
  const ending = subscription({ renewsAt: null, endsAt: '2030-06-20T00:00:00Z' });
  expect(planStatus(until, { subscriptions: [running] })).toEqual({ kind: 'subscribed', subscription: running });
  expect(planStatus(until, { subscriptions: [ending] })).toEqual({ kind: 'subscribed', subscription: ending });
});

test('an older subscription does not hide the one that runs', () => {
  const running = subscription();
  const bought = { subscriptions: [subscription({ id: 's0', status: 'ended' }), running] };
  expect(planStatus(until, bought)).toEqual({ kind: 'subscribed', subscription: running });
});

test('Lifetime counts more than a subscription that it replaced', () => {
  const bought = { subscriptions: [subscription()], payments: [payment({ plan: 'lifetime' })] };
  expect(planStatus(forever, bought)).toEqual({ kind: 'lifetime' });
});

test.each([until, null])('a renewal that failed is shown, with access until %s', (accessTo) => {
  const owing = subscription({ status: 'past_due' });
  expect(planStatus(accessTo, { subscriptions: [owing] })).toEqual({ kind: 'past_due', subscription: owing, accessTo });
});

test('a member who has paid and has no access is offered nothing to pay twice', () => {
  const running = subscription();
  const lifetime = payment({ plan: 'lifetime' });
  expect(planStatus(null, { subscriptions: [running] })).toEqual({ kind: 'on_hold', subscription: running });
  expect(planStatus(null, { payments: [lifetime] })).toEqual({ kind: 'on_hold', subscription: null });
  const both = { subscriptions: [subscription({ id: 's0', status: 'ended' }), running], payments: [lifetime] };
  expect(planStatus(null, both)).toEqual({ kind: 'on_hold', subscription: running });
});

test('access that was not bought here is access', () => {
  expect(planStatus(until)).toEqual({ kind: 'granted', accessTo: until });
});

test('a former member is known to have been', () => {
  const ended = subscription({ status: 'ended', renewsAt: null, endsAt: '2030-05-20T00:00:00Z' });
  const over = new Date('2030-05-20T00:00:00Z');
  expect(planStatus(over, { subscriptions: [ended] })).toEqual({ kind: 'former', subscription: ended });
  const refunded = payment({ plan: 'lifetime', status: 'refunded' });
  expect(planStatus(null, { payments: [refunded] })).toEqual({ kind: 'former', subscription: null });
});
