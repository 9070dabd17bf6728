import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describePostgres } from '../harness/databases.ts';
import { outcomeOf } from '../accounts/running-accounts.ts';
import { after, moveTo, openWorld, startLife, type World } from './year-life.ts';

const hour = 3_600;
const day = 24 * hour;
const lifetime = '9999-12-31T00:00:00Z';

/** Ends of months: where there is no 31st, the last day; counted from the first, so that none is lost for good. */
const years = [
  {
    name: 'a year in Madrid',
    timeZone: 'Europe/Madrid',
    // 23:30 in UTC is the next day there, in summer and in winter.
    time: '23:30:07Z',
    days: `2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31 2027-08-31 2027-09-30
      2027-10-31 2027-11-30 2027-12-31 2028-01-31`,
  },
  {
    name: 'the beginning of a leap year in New York',
    timeZone: 'America/New_York',
    // 02:30 in UTC is the day before there.
    time: '02:30:59Z',
    days: '2028-01-31 2028-02-29 2028-03-31 2028-04-30',
  },
];

/** The same day of another month, which every month has. */
function monthsLater(time: string, months: number): string {
  const date = new Date(time);
  date.setUTCMonth(date.getUTCMonth() + months);
  return after(date.toISOString(), 0);
}

describePostgres('access to the second', (open) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(await open())));
  afterAll(() => world.close());

  describe('a year of Basic', () => {
    test.each(years)('renews at the end of each month: $name', async ({ timeZone, time, days }) => {
      moveTo(timeZone);
      expect(new Date(2027, 0, 1).getTimezoneOffset()).not.toBe(new Date(2027, 6, 1).getTimezoneOffset());
      const [start, ...ends] = days.split(/\s+/).map((date) => `${date}T${time}`);
      const life = await startLife(world, { at: start!, plan: 'basic' });
      for (const [month, end] of ends.entries()) {
        expect(await life.access()).toBe(end);
        await life.goTo(after(end, -1));
        expect(await life.access()).toBe(end);
        // The period is over, and nothing was heard of the renewal yet.
        await life.goTo(end);
        expect(await life.access()).toBe(after(end, 3 * day));
        await life.goTo(after(end, hour));
        const next = ends[month + 1];
        if (next) expect(await life.syncedAccess()).toBe(next);
      }
      expect(await life.payments()).toHaveLength(ends.length);
    });
  });

  describe('a renewal that fails', () => {
    const [start, end, next, last] = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'].map(
      (date) => `${date}T10:00:00Z`,
    ) as [string, string, string, string];
    const startFailing = async () => {
      const life = await startLife(world, { at: start, plan: 'basic', card: 'failsLater' });
      await life.goTo(after(end, hour));
      expect(await life.syncedAccess()).toBe(after(end, 3 * day));
      expect(await life.subscription()).toMatchObject({ status: 'past_due', renewsAt: null });
      return life;
    };

    test('is paid within three days: nothing is missed, and the new card renews', async () => {
      const life = await startFailing();
      await life.goTo(after(end, 3 * day - 1));
      expect(await life.payOpenInvoice()).toMatchObject({ kind: 'paid' });
      expect(await life.syncedAccess()).toBe(next);
      await life.goTo(after(next, hour));
      expect(await life.syncedAccess()).toBe(last);
      expect(await life.subscription()).toMatchObject({
        status: 'active',
        renewsAt: after(last, 0).replace('Z', '.000Z'),
      });
    });

    test('is paid after three days: access ends, and comes back for the rest of the month', async () => {
      const life = await startFailing();
      await life.goTo(after(end, 5 * day));
      expect(await life.syncedAccess()).toBe(after(end, 3 * day));
      await life.payOpenInvoice();
      expect(await life.syncedAccess()).toBe(next);
      expect(await life.payments()).toHaveLength(2);
    });

    test('is never paid: access has ended after three days, and the plan ends', async () => {
      const life = await startFailing();
      await life.goTo(next);
      expect(await life.syncedAccess()).toBe(after(end, 3 * day));
      expect(await life.subscription()).toMatchObject({ status: 'ended' });
      expect(await life.payments()).toHaveLength(1);
    });

    test('is given up: access has ended after three days, or at once where that is later', async () => {
      const life = await startFailing();
      await life.goTo(after(end, day));
      expect(await life.cancel()).toBe('paid');
      expect(await life.subscription()).toMatchObject({ status: 'ended' });
      expect(await life.access()).toBe(after(end, day));
    });
  });

  describe('a plan that is canceled', () => {
    const [start, end, next] = ['2027-03-14T01:59:59Z', '2027-04-14T01:59:59Z', '2027-05-14T01:59:59Z'] as const;

    test('ends with what is paid for, to the second', async () => {
      const life = await startLife(world, { at: start, plan: 'basic' });
      await life.goTo(after(start, 20 * day));
      await life.cancel();
      expect(await life.access()).toBe(end);
      await life.goTo(end);
      expect(await life.access()).toBe(end);
      expect(await life.syncedAccess()).toBe(end);
      await life.goTo(next);
      expect(await life.syncedAccess()).toBe(end);
      expect(await life.subscription()).toMatchObject({ status: 'ended', endsAt: end.replace('Z', '.000Z') });
      expect(await life.payments()).toHaveLength(1);
    });

    test('and resumed renews as if nothing had been', async () => {
      const life = await startLife(world, { at: start, plan: 'basic' });
      await life.cancel();
      await life.goTo(after(end, -1));
      await life.resume();
      expect(await life.access()).toBe(end);
      await life.goTo(end);
      expect(await life.access()).toBe(after(end, 3 * day));
      await life.goTo(after(end, hour));
      expect(await life.syncedAccess()).toBe(next);
    });
  });

  describe('a plan that is changed', () => {
    // Of months of 28, 31 and 30 days: what else a month can be changes nothing of a rest.
    test.each(['2027-01-31', '2027-02-28', '2027-03-31'])(
      'has what is left taken off or kept for what comes: bought on %s',
      async (day1) => {
        const start = `${day1}T${years[0]!.time}`;
        const life = await startLife(world, { at: start, plan: 'basic' });
        const end = (await life.access())!;
        const at = after(start, 10 * day);
        await life.goTo(at);
        const left = Math.round((1499 * (Date.parse(end) - Date.parse(at))) / (Date.parse(end) - Date.parse(start)));
        expect(await life.change('three_months')).toBe('paid');
        expect(await life.subscription()).toMatchObject({ plan: 'three_months', amount: 2999, status: 'active' });
        expect(await life.access()).toBe(monthsLater(at, 3));
        expect(await life.paid()).toBe(1499 + 2999 - left);
        // Back at once: nothing is charged, and the difference pays for the next month.
        expect(await life.change('basic')).toBe('paid');
        expect(await life.subscription()).toMatchObject({ plan: 'basic', amount: 1499, status: 'active' });
        const next = monthsLater(at, 1);
        expect(await life.access()).toBe(next);
        expect(await life.balance()).toBe(-1500);
        expect(await life.subscription()).toMatchObject({ nextAmount: 0 });
        await life.goTo(after(next, hour));
        expect(await life.syncedAccess()).toBe(monthsLater(at, 2));
        expect([await life.paid(), await life.balance()]).toEqual([1499 + 2999 - left, -1]);
        expect(await life.subscription()).toMatchObject({ nextAmount: 1498 });
        expect((await life.payments()).map(({ plan, kind }) => `${kind} ${plan}`)).toEqual([
          'renewal three_months',
          'purchase basic',
        ]);
      },
    );

    test('is given back whole by the guarantee, and leaves no credit but what support gave', async () => {
      const life = await startLife(world, { at: '2027-05-03T12:00:00Z', plan: 'basic' });
      await life.goTo('2027-05-06T12:00:00Z');
      await life.change('three_months');
      await life.gift(700);
      await life.change('basic');
      expect(await life.balance()).toBe(-2200);
      await life.refund();
      expect([await life.paid(), await life.balance()]).toEqual([0, -700]);
      expect(await life.access()).toBeNull();
      expect(await life.subscription()).toMatchObject({ status: 'ended' });
    });

    const start = '2027-05-03T12:00:00Z';

    /** Somebody whose month ends at `end` and who has changed to three months on its third day. */
    async function startChanged() {
      const life = await startLife(world, { at: start, plan: 'basic' });
      const end = (await life.access())!;
      await life.goTo(after(start, 3 * day));
      await life.change('three_months');
      await life.goTo(after(start, 4 * day));
      return { life, end, changedEnd: (await life.access())! };
    }

    test('is that of before again where its payment is given back, for what was paid of it', async () => {
      const { life, end } = await startChanged();
      await life.giveBack('three_months');
      expect([await life.access(), await life.paid()]).toEqual([end, 1499]);
      expect(await life.subscription()).toMatchObject({ status: 'ended' });
      const mail = world.database.knex('jobs').where({ kind: 'mail' }).whereRaw(`payload->>'template' = 'refund_done'`);
      const [payload] = await mail.whereRaw(`payload->>'userId' = ?`, [life.userId]).pluck<unknown[]>('payload');
      const left = { plan: 'basic', renewsAt: null, endsAt: new Date(end).toISOString(), isFinal: true };
      expect(payload).toMatchObject({ plan: 'three_months', isOver: true, left });
      await life.goTo(after(end, hour));
      expect([await life.syncedAccess(), await life.paid()]).toEqual([end, 1499]);
    });

    test('is over with the guarantee for its first payment, though that of the change was given back before', async () => {
      const { life } = await startChanged();
      await life.giveBack('three_months');
      expect(await life.refund()).toMatchObject({ status: 'refunded' });
      expect([await life.access(), await life.paid()]).toEqual([null, 0]);
    });

    test('is that of before while the bank decides about its payment, and after it took that', async () => {
      const { life, end, changedEnd } = await startChanged();
      await life.dispute('three_months');
      expect(await life.access()).toBe(end);
      await life.dispute('three_months', 'won');
      expect(await life.access()).toBe(changedEnd);
      const { life: other, end: itsEnd } = await startChanged();
      await other.dispute('three_months');
      await other.dispute('three_months', 'lost');
      expect(await other.access()).toBe(itsEnd);
      expect(await other.subscription()).toMatchObject({ status: 'ended' });
    });

    test('is not that of before where only a renewal is given back', async () => {
      const life = await startLife(world, { at: start, plan: 'basic' });
      await life.goTo(after((await life.access())!, 2 * hour));
      await life.sync();
      await life.giveBack('basic');
      expect(await life.access()).toBeNull();
    });

    test('stays as it was where the card is refused', async () => {
      const life = await startLife(world, { at: '2027-05-03T12:00:00Z', plan: 'basic', card: 'failsLater' });
      const before = await life.access();
      expect(await life.change('three_months')).toBe('declined');
      expect(await life.subscription()).toMatchObject({ plan: 'basic', status: 'active' });
      expect([await life.access(), await life.paid()]).toEqual([before, 1499]);
    });
  });

  describe('the guarantee', () => {
    const start = '2027-10-25T00:30:00Z';

    test('gives all back until the last second of 14 days, and ends access at once', async () => {
      const life = await startLife(world, { at: start, plan: 'basic' });
      await life.goTo(after(start, 14 * day - 1));
      expect(await life.refund()).toMatchObject({ status: 'refunded', refundedAmount: 1499 });
      expect(await life.access()).toBeNull();
      await life.goTo('2027-11-25T02:00:00Z');
      expect(await life.syncedAccess()).toBeNull();
      expect(await life.subscription()).toMatchObject({ status: 'ended' });
      expect(await life.payments()).toHaveLength(1);
    });

    test('is over after 14 days', async () => {
      const life = await startLife(world, { at: start, plan: 'lifetime' });
      await life.goTo(after(start, 14 * day));
      expect(await outcomeOf(life.refund())).toBe('not_refundable');
      expect(await life.access()).toBe(lifetime);
    });
  });

  describe("a credit note in Stripe's dashboard", () => {
    test('gives a part back, and keeps another for what comes', async () => {
      const life = await startLife(world, { at: '2027-05-03T12:00:00Z', plan: 'basic' });
      const before = await life.access();
      await life.creditNote({ refund_amount: 300, credit_amount: 500 });
      expect(await life.payments()).toMatchObject([{ status: 'succeeded', refundedAmount: 300 }]);
      expect([await life.access(), await life.paid(), await life.balance()]).toEqual([before, 1199, -500]);
      expect(await life.subscription()).toMatchObject({ amount: 1499, nextAmount: 999 });
      await life.goTo(after(before!, hour));
      await life.sync();
      expect([await life.paid(), await life.balance()]).toEqual([1199 + 999, 0]);
    });

    test('that is all credit goes with the guarantee', async () => {
      const life = await startLife(world, { at: '2027-05-03T12:00:00Z', plan: 'basic' });
      await life.creditNote({ credit_amount: 1499 });
      await life.refund();
      expect([await life.access(), await life.paid(), await life.balance()]).toEqual([null, 0, 0]);
    });

    test('that gives all back ends access and the plan', async () => {
      const life = await startLife(world, { at: '2027-05-03T12:00:00Z', plan: 'basic' });
      await life.creditNote({ refund_amount: 1499 });
      expect([await life.access(), await life.paid()]).toEqual([null, 0]);
      expect(await life.subscription()).toMatchObject({ status: 'ended' });
    });
  });

  describe('a year of 3 months', () => {
    test('renews four times, over the 29th of February too', async () => {
      moveTo('America/New_York');
      const [start, ...ends] = ['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30', '2028-11-30', '2029-02-28'].map(
        (date) => `${date}T05:00:00Z`,
      );
      const life = await startLife(world, { at: start!, plan: 'three_months' });
      for (const [period, end] of ends.entries()) {
        expect(await life.access()).toBe(end);
        await life.goTo(end);
        expect(await life.access()).toBe(after(end, 3 * day));
        await life.goTo(after(end, hour));
        const next = ends[period + 1];
        if (next) expect(await life.syncedAccess()).toBe(next);
      }
      expect(await life.payments()).toHaveLength(ends.length);
    });

    test('fails to renew like any other', async () => {
      const start = '2027-05-31T12:00:00Z';
      const life = await startLife(world, { at: start, plan: 'three_months', card: 'failsLater' });
      await life.goTo('2027-08-31T13:00:00Z');
      expect(await life.syncedAccess()).toBe('2027-09-03T12:00:00Z');
      await life.payOpenInvoice();
      expect(await life.syncedAccess()).toBe('2027-11-30T12:00:00Z');
    });
  });

  describe('a year of Lifetime', () => {
    test('is like all the others, unless it is given back', async () => {
      moveTo('Europe/Madrid');
      const kept = await startLife(world, { at: '2028-02-29T12:00:00Z', plan: 'lifetime' });
      expect(await kept.access()).toBe(lifetime);
      await kept.goTo('2029-02-28T12:00:00Z');
      expect(await kept.syncedAccess()).toBe(lifetime);
      expect(await kept.payments()).toHaveLength(1);
    });

    test('ends at once when it is given back', async () => {
      const life = await startLife(world, { at: '2028-02-29T12:00:00Z', plan: 'lifetime' });
      await life.goTo('2028-03-13T12:00:00Z');
      expect(await life.refund()).toMatchObject({ status: 'refunded' });
      expect(await life.access()).toBeNull();
    });
  });
});
