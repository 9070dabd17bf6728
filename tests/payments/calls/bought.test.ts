import { describe, expect, test } from 'vitest';
import { describeBought } from '../../../api/payments/calls/bought.ts';
import type { PaidRow, SubscriptionRow } from '../../../api/payments/rows.ts';
import { stored } from '../sync/snapshots.ts';

const start = new Date('2026-03-01T10:00:00.000Z');
const end = '2026-04-01T10:00:00.000Z';
const day = 24 * 3_600_000;
const soon = start.getTime() + day;

const subscription: SubscriptionRow = {
  id: 'sub_1',
  plan: 'basic',
  status: 'active',
  amount: 1499,
  nextAmount: null,
  currency: 'USD',
  periodStart: start,
  periodEnd: new Date(end),
  cancelAtPeriodEnd: false,
  endedAt: null,
  payUrl: null,
  failedAttempts: null,
  remindedFor: null,
  otherMode: false,
  createdAt: start,
};

const paid = { status: 'succeeded', subscriptionId: 'sub_1', amount: 1499, createdAt: start, paidAt: start } as const;
const purchase: PaidRow = { ...stored({ id: 'p1' }), ...paid };
const lifetime: PaidRow = { ...purchase, id: 'p2', plan: 'lifetime', subscriptionId: null };

function describeOne(change: Partial<SubscriptionRow>, payments: readonly PaidRow[] = []) {
  return describeBought({ subscriptions: [{ ...subscription, ...change }], payments }, { now: soon }).subscriptions[0];
}

describe('a subscription', () => {
  test('that renews says when, and nothing of an end', () => {
    const expected = { status: 'active', renewsAt: end, endsAt: null, payUrl: null };
    expect(describeOne({})).toMatchObject(expected);
    expect(describeOne({ status: 'trialing' })).toMatchObject(expected);
  });

  test('that was canceled says when it ends, and can be resumed', () => {
    const expected = { status: 'active', renewsAt: null, endsAt: end };
    expect(describeOne({ cancelAtPeriodEnd: true })).toMatchObject(expected);
  });

  test.each(['past_due', 'unpaid'])('that is %s can be paid, and nobody knows what comes', (status) => {
    const expected = { status: 'past_due', renewsAt: null, endsAt: null };
    const payUrl = 'https://pay.example';
    expect(describeOne({ status, payUrl: payUrl })).toMatchObject({ ...expected, payUrl });
    expect(describeOne({ status, cancelAtPeriodEnd: true })).toMatchObject({ endsAt: end });
  });

  test('that has ended says when, and nothing can be done about it', () => {
    const ended = new Date('2026-03-05T00:00:00.000Z');
    const expected = { status: 'ended', renewsAt: null, payUrl: null };
    const over = describeOne({ status: 'canceled', endedAt: ended, payUrl: 'https://pay.example' });
    expect(over).toMatchObject({ ...expected, endsAt: ended.toISOString() });
    expect(describeOne({ status: 'canceled' })).toMatchObject({ ...expected, endsAt: end });
  });
});

function untilOf(
  payments: readonly PaidRow[],
  id = 'p1',
  now = soon,
  subscriptions: readonly SubscriptionRow[] = [],
): string | null | undefined {
  return describeBought({ subscriptions, payments }, { now }).payments.find((payment) => payment.id === id)
    ?.refundableUntil;
}

describe('the guarantee', () => {
  const until = new Date(start.getTime() + 14 * day).toISOString();
  const later = new Date(start.getTime() + 2 * day);

  test('covers the first purchase for 14 days to the millisecond', () => {
    expect(untilOf([purchase])).toBe(until);
    expect(untilOf([purchase], 'p1', start.getTime() + 14 * day - 1)).toBe(until);
    expect(untilOf([purchase], 'p1', start.getTime() + 14 * day)).toBeNull();
  });

  test('gives back what was paid to change the plan with the first purchase', () => {
    const change: PaidRow = {
      ...purchase,
      id: 'p2',
      plan: 'three_months',
      kind: 'renewal',
      amount: 1800,
      paidAt: later,
    };
    const { payments } = describeBought({ subscriptions: [subscription], payments: [change, purchase] }, { now: soon });
    expect(payments.map(({ refundableAmount }) => refundableAmount)).toEqual([0, 1499 + 1800]);
    const goodwill = { ...change, refundedAmount: 300 };
    const [, first] = describeBought(
      { subscriptions: [subscription], payments: [goodwill, purchase] },
      { now: soon },
    ).payments;
    expect(first?.refundableAmount).toBe(1499 + 1500);
  });

  test('covers no second purchase, and no renewal', () => {
    const second = { ...lifetime, paidAt: later };
    expect([untilOf([second, purchase], 'p2'), untilOf([second, purchase])]).toEqual([null, until]);
    const atOnce = { ...second, paidAt: start, createdAt: later };
    expect([untilOf([atOnce, purchase], 'p2'), untilOf([atOnce, purchase])]).toEqual([null, until]);
    const renewal: PaidRow = { ...purchase, id: 'p3', kind: 'renewal', paidAt: later };
    expect([untilOf([renewal, purchase], 'p3'), untilOf([renewal, purchase])]).toEqual([null, until]);
  });

  test('covers the first switch from a running plan to Lifetime, from its own payment', () => {
    const switched = { ...lifetime, paidAt: later, createdAt: later };
    const ownUntil = new Date(later.getTime() + 14 * day).toISOString();
    const untilsOf = (...subscriptions: readonly SubscriptionRow[]) =>
      ['p2', 'p1'].map((id) => untilOf([switched, purchase], id, soon, subscriptions));
    // The rest of the plan is in the price of Lifetime: it is given back once that is.
    expect(untilsOf(subscription)).toEqual([ownUntil, null]);
    // Stripe's time of its end is a whole second: later in it the switch was begun.
    const began = { ...switched, createdAt: new Date(later.getTime() + 999) };
    const endedThen = { ...subscription, endedAt: later };
    expect(untilOf([began, purchase], 'p2', soon, [endedThen])).toBe(ownUntil);
    expect(untilsOf({ ...subscription, endedAt: start })).toEqual([null, until]);
    expect(untilsOf({ ...subscription, createdAt: new Date(later.getTime() + day) })).toEqual([null, until]);
  });

  test('covers each of both once, whatever became of the other', () => {
    const [switched, again] = [2, 4].map((days, at): PaidRow => {
      const time = new Date(start.getTime() + days * day);
      return { ...lifetime, id: `p${at + 2}`, createdAt: time, paidAt: time };
    });
    const back: PaidRow = { ...switched!, status: 'refunded', refundedAmount: 8999 };
    expect(untilOf([back, purchase], 'p1', soon, [subscription])).toBe(until);
    expect(untilOf([back, purchase], 'p2', soon, [subscription])).toBeNull();
    expect(untilOf([again!, back, purchase], 'p3', soon, [subscription])).toBeNull();
  });

  test('is for the rest of the payment, until all of it was given back', () => {
    expect(untilOf([{ ...purchase, refundedAmount: 100 }])).not.toBeNull();
    expect(untilOf([{ ...purchase, status: 'refunded', refundedAmount: 1499 }])).toBeNull();
  });

  test('does not cover what is disputed with the bank, or cost nothing', () => {
    expect(untilOf([{ ...purchase, disputed: true }])).toBeNull();
    expect(untilOf([{ ...purchase, amount: 0 }])).toBeNull();
  });
});
