import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStandIn, type RunningStandIn } from './running-stand-in.ts';
import { idOf, periodEndOf, sell, subscribe, writeTime } from './shop.ts';

let at: RunningStandIn;
beforeAll(async () => {
  at = await runStandIn();
});
afterAll(() => at.stop());

describe('a year on a test clock', () => {
  it('renews a monthly subscription of the 31st on the last day of each month', async () => {
    const clock = await at.createClock('2027-01-31T10:00:00Z');
    const subscription = await subscribe(at, { testClock: clock.id });
    await at.advance(clock.id, '2028-01-31T11:30:00Z');
    const invoices = await at.stripe.invoices.list({ subscription: subscription.id, limit: 100 });
    const starts = invoices.data.map(({ lines }) => writeTime(lines.data[0]?.period.start ?? 0)).reverse();
    expect(starts).toEqual([
      '2027-01-31T10:00:00Z',
      '2027-02-28T10:00:00Z',
      '2027-03-31T10:00:00Z',
      '2027-04-30T10:00:00Z',
      '2027-05-31T10:00:00Z',
      '2027-06-30T10:00:00Z',
      '2027-07-31T10:00:00Z',
      '2027-08-31T10:00:00Z',
      '2027-09-30T10:00:00Z',
      '2027-10-31T10:00:00Z',
      '2027-11-30T10:00:00Z',
      '2027-12-31T10:00:00Z',
      '2028-01-31T10:00:00Z',
    ]);
    expect(new Set(invoices.data.map(({ status }) => status))).toEqual(new Set(['paid']));
    const charges = await at.stripe.charges.list({ customer: idOf(subscription.customer), limit: 100 });
    expect(charges.data).toHaveLength(13);
    const after = await at.stripe.subscriptions.retrieve(subscription.id);
    expect([after.status, writeTime(periodEndOf(after))]).toEqual(['active', '2028-02-29T10:00:00Z']);
  });

  it('renews a quarterly subscription four times', async () => {
    const clock = await at.createClock('2027-11-30T10:00:00Z');
    const subscription = await subscribe(at, { months: 3, testClock: clock.id });
    expect(writeTime(periodEndOf(subscription))).toBe('2028-02-29T10:00:00Z');
    await at.advance(clock.id, '2028-11-30T12:00:00Z');
    const { data } = await at.stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ created }) => writeTime(created))).toEqual([
      '2028-11-30T10:00:00Z',
      '2028-08-30T10:00:00Z',
      '2028-05-30T10:00:00Z',
      '2028-02-29T10:00:00Z',
      '2027-11-30T10:00:00Z',
    ]);
  });

  it('charges nobody twice for a single payment', async () => {
    const clock = await at.createClock('2027-01-01T00:00:00Z');
    const session = await sell(at, { months: null, testClock: clock.id });
    await at.advance(clock.id, '2028-01-01T00:00:00Z');
    const { data } = await at.stripe.charges.list({ customer: idOf(session.customer) });
    expect(data.map(({ amount }) => amount)).toEqual([1999]);
  });
});
