import { expect, test, vi, onTestFinished } from 'vitest';
import { createEventEndpoints } from '../../api/events/events.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { readConfig } from '../../api/platform/config/config.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createMetrics } from '../../api/platform/metrics.ts';
import { computeReport } from '../../api/reports/read-report.ts';
import { sendEvents } from '../../schemas/api/events.ts';
import { makeCall } from '../harness/api-calls.ts';
import { describePostgres } from '../harness/databases.ts';
import { describeEventStores, type Stores, storesIn } from '../harness/event-stores.ts';
import { quiz } from './counting/counted-quiz.ts';
import { batchOf, visitAt } from './told.ts';

const now = new Date().toISOString();
const day = now.slice(0, 10);
const always = { from: null, to: null, without: null, by: null };

/** One more process of the server: sends it a page's first batch, or another one; resolves once it has answered. */
function startProcess(stores: Stores, { visitLimit } = readConfig({})) {
  const funnels = new Map([[quiz.id, quiz]]);
  const calls = createEventEndpoints({ ...stores, funnels, visitLimit, metrics: createMetrics() });
  return async (number: number, { ip = '203.0.113.7', n = 0 } = {}): Promise<void> => {
    const start = { version: quiz.version, locale: 'en', seed: `1-${number}` };
    const events = n === 0 ? [[0, 'open', start]] : [[900, 'next', 'welcome']];
    const body = { ...batchOf({ funnel: quiz.id, visit: visitAt(now, number), n }), events };
    await makeCall(calls, sendEvents, { body, ip });
  };
}

describeEventStores('1,500 visits that one address invents', (open) => {
  test('are taken like any, recorded as far as 120, and the report says how many are not', async () => {
    const stores = await open();
    await saveFunnelVersions(stores.database, [quiz]);
    const send = startProcess(stores);
    for (const number of [1, 2]) await send(number, { ip: '198.51.100.1' });
    const invented = Array.from({ length: 1_500 }, (_, number) => 1_000 + number);
    await Promise.all(invented.map((number) => send(number)));
    await Promise.all(invented.map((number) => send(number, { n: 1 })));
    for (const number of [1, 2]) await send(number, { ip: '198.51.100.1', n: 1 });
    const report = await computeReport(stores, quiz, always);
    expect(report).toMatchObject({ all: { visits: 122 }, notRecorded: 1_380 });
    expect(report.all.steps[1]).toMatchObject({ id: 'sleep', shown: 122 });
    const without = { from: day, to: day };
    expect(await computeReport(stores, quiz, { ...always, without })).toMatchObject({
      all: { visits: 0 },
      notRecorded: 0,
    });
    const rows: unknown = await stores.database.knex('visits_not_recorded').select('funnel', 'visits');
    expect(rows).toEqual([{ funnel: quiz.id, visits: 1_380 }]);
  });
});

describePostgres('the visits that one network begins in a day', (open) => {
  const day = 100;
  const settings = { ...readConfig({}), visitLimit: { perMinute: 10, perDay: day } };

  /** How many two processes record within this time. */
  async function recordedIn(database: Database, hours: number): Promise<number> {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const processes = [startProcess(storesIn(database), settings), startProcess(storesIn(database), settings)];
    let number = 0;
    for (let passed = 0; passed < hours * 60; passed += 10) {
      for (const send of processes) for (let count = 0; count < 12; count++) await send(number++);
      vi.advanceTimersByTime(600_000);
    }
    return (await database.knex('event_batches').distinct('visit').pluck('visit')).length;
  }

  test('are limited by all processes together, but for a fiftieth in each of them', async () => {
    const database = await open();
    const recorded = await recordedIn(database, 2);
    expect(recorded).toBeGreaterThanOrEqual(day);
    expect(recorded).toBeLessThanOrEqual(day + 2 * (day / 50));
    const [row] = await database.knex('visits_not_recorded').select('visits');
    expect(row).toEqual({ visits: 12 * 2 * 12 - recorded });
    const keys = await database.knex('rate_limits').pluck<string[]>('key');
    expect(keys).toEqual([expect.stringMatching(/^visitsByNetwork:[\w-]{43}$/)]);
  });

  test('are not looked up in the database where there are few', async () => {
    const database = await open();
    const send = startProcess(storesIn(database));
    for (let number = 0; number < 99; number++) await send(number);
    expect(await database.knex('rate_limits').pluck('points')).toEqual([]);
  });
});
