import { expect, onTestFinished, test, vi } from 'vitest';
import { connectClickHouse } from '../../api/events/clickhouse/connect.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { simulateLogs } from './simulated/simulate-logs.ts';
import { portOf, startServer } from '../api/server-process.ts';
import { startEngine } from '../clickhouse/start-engine.ts';
import { callApi, signUp } from '../harness/api-calls.ts';
import { urlOf } from '../harness/databases.ts';
import { describeClickHouse } from '../harness/event-stores.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { quiz } from './counting/counted-quiz.ts';
import { batchesOf } from './simulated/batches-of.ts';

const now = Date.now();
const [log] = [...simulateLogs(quiz, { visits: 1, seed: 'own', stay: 1, back: 0, from: now - 7_200_000, to: now })];

describeClickHouse('a server whose ClickHouse is down or answers nothing', (open) => {
  test('starts, signs people up, and takes events as soon as it is back, again and again', async () => {
    const { database } = await open();
    await saveFunnelVersions(database, [quiz]);
    const engine = await startEngine();
    onTestFinished(() => engine.remove());
    await engine.kill();
    const server = await startServer({
      SITE_DIR: makeSmallSite(),
      DATABASE_URL: urlOf(database),
      EVENTS_DATABASE_URL: `${engine.url}/default`,
    });
    const base = `http://127.0.0.1:${await portOf(server)}`;
    const batches = batchesOf(quiz.id, log!);
    const send = async (place: number) => (await callApi(base, '/v1/events/', { body: batches[place]! })).status;
    const becomes = (status: number, place: number) =>
      vi.waitFor(async () => expect(await send(place)).toBe(status), { timeout: 60_000, interval: 200 });
    expect(await send(0)).toBe(503);
    expect((await callApi(base, '/health/ready/', { method: 'GET' })).status).toBe(200);
    expect((await signUp(base, 'ada@example.org', 1)).status).toBe(201);
    expect(server.errors).toContain('events_database_unavailable');
    await engine.restart();
    await becomes(204, 0);
    await engine.kill();
    await becomes(503, 1);
    expect((await signUp(base, 'eva@example.org', 2)).status).toBe(201);
    await engine.restart();
    await becomes(204, 1);
    engine.suspend();
    await becomes(503, 2);
    expect((await signUp(base, 'joan@example.org', 3)).status).toBe(201);
    engine.goOn();
    await becomes(204, 2);
    const clickhouse = connectClickHouse(`${engine.url}/default`);
    onTestFinished(() => clickhouse.close());
    const stored = await clickhouse.query<{ n: number }>('SELECT n FROM event_batches FINAL ORDER BY n');
    expect(stored.map(({ n }) => n)).toEqual([0, 1, 2]);
  });
});
