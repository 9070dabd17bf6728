import { expect, test } from 'vitest';
import { createEventEndpoints } from '../../api/events/events.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { replayStoredVisit } from '../../api/events/replay-visits.ts';
import { createMetrics } from '../../api/platform/metrics.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import { sendEvents } from '../../schemas/api/events.ts';
import { simulateLogs } from './simulated/simulate-logs.ts';
import { runAccounts } from '../accounts/running-accounts.ts';
import { makeCall } from '../harness/api-calls.ts';
import { describeEventStores } from '../harness/event-stores.ts';
import { runPayments } from '../payments/calls/running-payments.ts';
import { startStripe } from '../payments/calls/stripe-front.ts';
import { countAll } from './counting/counted-figures.ts';
import { quiz } from './counting/counted-quiz.ts';
import { oneByOne } from './counting/delivered.ts';
import { batchesOf } from './simulated/batches-of.ts';
import { visitAt } from './told.ts';

const hour = 3_600_000;
const input = { visits: 6, seed: 'journey', stay: 1, back: 0, from: Date.now() - 20 * hour, to: Date.now() - hour };
const funnels = new Map([[quiz.id, quiz]]);
const visitLimit = { perMinute: 120, perDay: 5_000 };

describeEventStores('what visitors did, signed up and paid for', (open) => {
  test('is in the report, the experiment and the replay as it was, also when all of it comes twice', async () => {
    const stores = await open();
    const { database } = stores;
    await saveFunnelVersions(database, [quiz]);
    const logs = [...simulateLogs(quiz, input)];
    const calls = createEventEndpoints({ ...stores, funnels, visitLimit, metrics: createMetrics() });
    const send = async () => {
      for (const log of logs)
        for (const body of batchesOf(quiz.id, log)) await makeCall(calls, sendEvents, { body: { ...body } });
    };
    await send();
    const read = (by: 'variant' | null) => computeReport(stores, quiz, { from: null, to: null, without: null, by });
    const before = await read(null);
    expect(before.all).toMatchObject({ visits: 6, visitors: new Set(logs.map(({ seed }) => seed)).size, finished: 6 });
    expect(before.all).toMatchObject({ signUps: 0, purchases: 0, revenue: [], unreadable: 0 });

    const buyer = logs[0]!;
    const answers = { sleep: 'well', help: ['rest'], age: 30, name: '' };
    const finished = { funnel: quiz.id, version: quiz.version, answers, input: {}, id: buyer.visit };
    const { user } = await runAccounts(database, { funnels }).signUp({ visit: finished });
    const payments = runPayments(database, await startStripe(), { funnels });
    await payments.purchase(user);
    await send();

    for (const _ of ['once', 'again']) {
      const { all, groups, days, experiments } = await read('variant');
      const now = { signUps: 1, purchases: 1, revenue: [{ currency: 'USD', paid: 1499, returned: 0 }] };
      expect(all).toEqual({ ...before.all, ...now });
      expect(days.reduce((sum, { purchases }) => sum + purchases, 0)).toBe(1);
      const variant = (await replayStoredVisit(stores, buyer.visit))!.variants['proof'];
      expect(groups.filter(({ revenue }) => revenue.length > 0)).toMatchObject([{ name: `proof=${variant}`, ...now }]);
      const [proof] = experiments;
      const converted = proof!.conversions.find(({ conversion }) => conversion === 'purchase')!;
      expect(converted.variants.map(({ name, converted }) => [name, converted])).toContainEqual([variant, 1]);
      expect(proof!.variants.find(({ name }) => name === variant)!.sales).toEqual([
        { plan: 'basic', amount: 1499, currency: 'USD', count: 1 },
      ]);
    }
    for (const { visit, outcome } of logs) {
      const isBuyer = visit === buyer.visit;
      const told = { visit, outcome, readable: true, signedUp: isBuyer, paid: isBuyer };
      expect(await replayStoredVisit(stores, visit)).toMatchObject(told);
    }
    expect(await database.knex('event_batches').whereNull('counted_at')).toEqual([]);
  });

  test('is of no group and no day that no visit belongs to any more', async () => {
    const stores = await open();
    const { events } = stores;
    const [log] = [...simulateLogs(quiz, { ...input, visits: 1 })];
    const [first, ...rest] = oneByOne(log!);
    await events.storeBatches([first!]);
    await countAll(events);
    // Of a version that is published only now: until then, nothing is known of the visit.
    await saveFunnelVersions(stores.database, [quiz]);
    await events.storeBatches(rest);
    const { groups } = await computeReport(stores, quiz, { from: null, to: null, without: null, by: 'locale' });
    expect(groups).toMatchObject([{ name: log!.locale, visits: 1 }]);
  });

  test('is listed in one order, also where it began at the same moment', async () => {
    const { events } = await open();
    const now = new Date().toISOString();
    const ids = [3, 1, 5, 2, 4].map((number) => visitAt(now, number));
    const start = { version: quiz.version, locale: 'en', seed: 'a' };
    await events.storeBatches(ids.map((visit) => ({ funnel: quiz.id, visit, page: 1, n: 0, events: [[0, 'open', start]] }))); // prettier-ignore
    await countAll(events);
    expect(await events.listLast(quiz.id, 4)).toEqual(ids.toSorted().toReversed().slice(0, 4));
  });
});
