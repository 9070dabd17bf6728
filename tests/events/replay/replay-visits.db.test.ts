import { palette } from '../../../content/brand.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { saveFunnelVersions } from '../../../api/events/funnel-versions.ts';
import { replayLastVisits, replayStoredVisit } from '../../../api/events/replay-visits.ts';
import { buildFunnels } from '../../../engine/author/build.ts';
import type { PageEvent } from '../../../engine/run/page-log.ts';
import { simulateLogs, type SimulatedLog } from '../simulated/simulate-logs.ts';
import { describePostgres, urlOf } from '../../harness/databases.ts';
import { describeEventStores, type Stores, storesIn } from '../../harness/event-stores.ts';
import { realFunnel } from '../../engine/author/real-funnels.ts';
import { run } from '../../scripts/funnel/run.ts';
import { builtOn, dateFunnel, dateTopics } from '../../engine/steps/date-funnel.ts';
import { batchesOf } from '../simulated/batches-of.ts';

const { funnel } = realFunnel('sleep-issues');
const now = Date.now();
const input = { visits: 4, seed: '4', stay: 0.95, back: 0.1, from: now - 5 * 24 * 3_600_000, to: now - 60_000 };

async function storeVisits({ database, events }: Stores): Promise<readonly SimulatedLog[]> {
  await saveFunnelVersions(database, [funnel]);
  const logs = [...simulateLogs(funnel, input)];
  await events.storeBatches(logs.flatMap((log) => batchesOf(funnel.id, log)));
  while ((await events.count({ limit: 1_000 })) > 0);
  return logs;
}

describeEventStores('visits that are stored', (open) => {
  test('are replayed by their ids, and as the last ones of their funnel', async () => {
    const stores = await open();
    const logs = await storeVisits(stores);
    for (const { visit, outcome, leftAt, startedAt } of logs) {
      const replayed = await replayStoredVisit(stores, visit.toUpperCase());
      expect(replayed).toMatchObject({ visit, outcome, at: leftAt, readable: true });
      expect(replayed?.startedAt).toBe(new Date(startedAt).toISOString());
    }
    const last = await replayLastVisits(stores, { funnel: funnel.id, count: 3 });
    expect(last.map(({ visit }) => visit)).toEqual(
      logs
        .map(({ visit }) => visit)
        .reverse()
        .slice(0, 3),
    );
    expect(await replayLastVisits(stores, { funnel: 'unheard-of', count: 3 })).toEqual([]);
    expect(await replayStoredVisit(stores, '019a9d2e-5c00-7c3a-9e5b-0242ac120002')).toBeUndefined();
  });
});

describeEventStores('a visit with dates', (open) => {
  test('is replayed on its own day, and says no date that somebody answered', async () => {
    const stores = await open();
    const dates = buildFunnels({ colours: palette, files: dateFunnel, topics: dateTopics, today: builtOn }).funnels[0]!
      .funnel;
    await saveFunnelVersions(stores.database, [dates]);
    const [visit, today] = ['019d2f1a-5c00-7c3a-9e5b-0242ac120002', '2026-12-24'];
    const start = { version: dates.version, locale: 'en', seed: '1', today };
    // A browser that doesn't redact: the server doesn't rely on it.
    const parts: readonly PageEvent[][] = [
      [[0, 'open', start]],
      [
        [900, 'next', 'welcome'],
        [9_000, 'answer', 'birthday', '1985-06-07'],
        [19_000, 'answer', 'last_night', '2026-12-23'],
      ],
    ];
    const page = Date.now();
    await stores.events.storeBatches(parts.map((events, n) => ({ funnel: dates.id, visit, page, n, events })));
    const replayed = await replayStoredVisit(stores, visit);
    expect(replayed).toMatchObject({ readable: true, outcome: 'rested' });
    const answered = replayed!.events.filter(({ type }) => type === 'step_answered');
    expect(answered).toMatchObject([{ answer: '1900-01-01' }, { answer: '2026-12-23' }]);
  });
});

describePostgres('the command for visits', (open) => {
  test('reads the database that the environment names', async () => {
    const database = await open();
    const [first] = await storeVisits(storesIn(database));
    vi.stubEnv('DATABASE_URL', urlOf(database));
    onTestFinished(() => void vi.unstubAllEnvs());
    const list = await run(['replay', funnel.id, '--last', '2']);
    expect(list.out.match(/^[0-9a-f-]{36} /gm)).toHaveLength(2);
    const { out } = await run(['replay', first!.visit.toUpperCase()]);
    expect(out).toContain(`Visit ${first!.visit} of sleep-issues`);
    expect(out).toMatch(/^0:00 +welcome +Continue/m);
    const unknownVisit = await run(['replay', '019a9d2e-5c00-7c3a-9e5b-0242ac120002']);
    expect(unknownVisit).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^There is no visit 019a/) });
    expect((await run(['replay', 'sleep-isues'])).err).toContain('Did you mean "sleep-issues"?');
  });
});
