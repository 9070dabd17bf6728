import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePostgres } from '../harness/databases.ts';
import { outcomeOf } from '../accounts/running-accounts.ts';
import { describeMember } from '../../scripts/members/show.ts';
import { after, openWorld, startLife, type World } from './year-life.ts';

const hour = 3_600;
const day = 24 * hour;
const lifetime = '9999-12-31T00:00:00Z';
const price = 8999;

/** Of months of 28, 31 and 30 days. */
const ends = ['2027-01-31', '2027-02-28', '2027-03-31'];

/** The rest of a payment, in whole ten cents. */
function leftOf(paid: number, at: string, [start, end]: readonly [string, string]): number {
  return Math.ceil((paid * (Date.parse(end) - Date.parse(at))) / (Date.parse(end) - Date.parse(start)) / 10) * 10;
}

describePostgres('Lifetime over a plan that runs', (open) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(await open())));
  afterAll(() => world.close());

  test.each(ends)('takes off what is left, and comes back whole: bought on %s', async (day1) => {
    const start = `${day1}T23:30:07Z`;
    const life = await startLife(world, { at: start, plan: 'basic' });
    const end = (await life.access())!;
    const at = after(start, 10 * day);
    await life.goTo(at);
    const credit = leftOf(1499, at, [start, end]);
    const shown = await life.lifetimePrice();
    expect(shown).toEqual({ amount: price - credit, credit, currency: 'USD' });
    expect(await life.pay(await life.openLifetime(shown))).toBe('paid');
    expect([await life.access(), await life.paid()]).toEqual([lifetime, 1499 + price - credit]);
    expect(await life.subscription()).toMatchObject({ plan: 'basic', renewsAt: null });
    // What Lifetime was credited with is given back after Lifetime only: never both.
    expect(await outcomeOf(life.refund())).toBe('not_refundable');
    await life.refund('lifetime');
    expect([await life.access(), await life.paid()]).toEqual([end, 1499]);
    await life.refund();
    expect([await life.access(), await life.paid(), await life.balance()]).toEqual([null, 0, 0]);
    await life.goTo(after(end, 40 * day));
    expect([await life.syncedAccess(), await life.paid()]).toEqual([null, 0]);
  });

  test('takes off what a change to a smaller plan left, which comes back with a refund', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'three_months' });
    await life.change('basic');
    expect(await life.balance()).toBe(-1500);
    const at = after(start, 5 * day);
    await life.goTo(at);
    const credit = 1500 + leftOf(1499, at, [start, (await life.access())!]);
    const shown = await life.lifetimePrice();
    expect(shown).toMatchObject({ amount: price - credit, credit });
    await life.pay(await life.openLifetime(shown));
    expect([await life.paid(), await life.balance()]).toEqual([2999 + price - credit, 0]);
    await life.refund('lifetime');
    expect([await life.paid(), await life.balance()]).toEqual([2999, -1500]);
    await life.sync();
    expect(await life.balance()).toBe(-1500);
    await life.refund();
    expect([await life.paid(), await life.balance()]).toEqual([0, 0]);
  });

  test('is reported to be cheaper for what was given back: once in the log, and as long as it is so to support', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'basic' });
    await life.goTo(after(start, 5 * day));
    const shown = await life.lifetimePrice();
    await life.pay(await life.openLifetime(shown));
    await life.giveBack('basic');
    await life.sync();
    const [basic] = (await life.payments()).filter(({ plan }) => plan === 'basic');
    const amount = shown.credit;
    expect(life.warnings).toEqual([
      ['credit_given_twice', { invoice: expect.stringMatching(/^in_/), amount, currency: 'USD' }],
    ]);
    const described = async () => (await describeMember(world.database, life.userId)).join('\n');
    expect(await described()).toContain(`id ${basic!.id}`);
    expect(await described()).toContain(`refunded 14.99 USD, given back twice ${(amount / 100).toFixed(2)} USD`);
    await life.refund('lifetime');
    expect(await described()).not.toContain('twice');
  });

  test('is as it was where the payment is abandoned: the plan runs on and renews', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'basic' });
    const end = (await life.access())!;
    await life.goTo(after(end, -hour));
    const page = await life.openLifetime(await life.lifetimePrice());
    // The page is of a period that is over: it closes, and the next one has the rest of the new one.
    await life.goTo(after(end, hour));
    await life.sync();
    expect(await life.pay(page)).toBe('gone');
    expect(await life.subscription()).toMatchObject({ status: 'active', endsAt: null });
    expect([await life.paid(), await life.balance()]).toEqual([2 * 1499, 0]);
    expect(await outcomeOf(life.openLifetime({ amount: price }))).toBe('price_changed');
    expect((await life.lifetimePrice()).credit).toBeGreaterThan(1400);
  });

  test('gives back a renewal that came between the price and the payment', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'basic' });
    const end = (await life.access())!;
    await life.goTo(after(end, -hour / 2));
    const shown = await life.lifetimePrice();
    const page = await life.openLifetime(shown);
    await life.goTo(after(end, hour));
    expect(await life.pay(page)).toBe('paid');
    expect([await life.access(), await life.paid()]).toEqual([lifetime, 1499 + shown.amount]);
    expect(await life.subscription()).toMatchObject({ status: 'ended' });
  });

  test('takes nothing off in the hour in which a renewal is a draft, which is not charged then', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'basic' });
    const end = (await life.access())!;
    await life.goTo(after(end, hour / 2));
    const shown = await life.lifetimePrice();
    expect(shown).toMatchObject({ amount: price, credit: 0 });
    await life.pay(await life.openLifetime(shown));
    expect(await life.subscription()).toMatchObject({ status: 'ended' });
    await life.goTo(after(end, day));
    expect([await life.syncedAccess(), await life.paid()]).toEqual([lifetime, 1499 + price]);
    expect((await life.payments()).map(({ refundedAmount }) => refundedAmount)).toEqual([0, 0]);
  });

  test('takes off the rest of a plan that is canceled, and nothing of one that is not paid', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'basic', card: 'failsLater' });
    const end = (await life.access())!;
    await life.cancel();
    await life.goTo(after(start, 15 * day));
    expect((await life.lifetimePrice()).credit).toBe(leftOf(1499, after(start, 15 * day), [start, end]));
    await life.resume();
    await life.goTo(after(end, hour));
    await life.sync();
    expect(await life.subscription()).toMatchObject({ status: 'past_due' });
    expect(await life.lifetimePrice()).toMatchObject({ amount: price, credit: 0 });
    await life.pay(await life.openLifetime({ amount: price }));
    expect([await life.access(), await life.paid()]).toEqual([lifetime, 1499 + price]);
    expect(await life.subscription()).toMatchObject({ status: 'ended' });
  });

  test('is closed by a refund of the plan, and is given back where it was paid all the same', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'basic' });
    await life.goTo(after(start, day));
    const page = await life.openLifetime(await life.lifetimePrice());
    await life.refund();
    expect(await life.pay(page)).toBe('gone');
    expect([await life.access(), await life.paid()]).toEqual([null, 0]);
    expect(await life.lifetimePrice()).toMatchObject({ amount: price, credit: 0 });
  });

  test('has one page for any number of calls, and one that is paid keeps the plan from being refunded', async () => {
    const start = '2027-05-03T12:00:00Z';
    const life = await startLife(world, { at: start, plan: 'basic' });
    await life.goTo(after(start, day));
    const shown = await life.lifetimePrice();
    const pages = await Promise.all([1, 2, 3].map(() => life.openLifetime(shown)));
    expect(new Set(pages).size).toBe(1);
    await world.standIn.pay(pages[0]!);
    expect(await outcomeOf(life.refund())).toBe('not_refundable');
    expect([await life.access(), await life.paid()]).toEqual([lifetime, 1499 + shown.amount]);
  });
});
