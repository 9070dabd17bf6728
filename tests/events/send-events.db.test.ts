import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createEventEndpoints } from '../../api/events/events.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { createMetrics } from '../../api/platform/metrics.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { runApp } from '../harness/app.ts';
import { withJson } from '../api/sample-calls.ts';
import { describePostgres, type OpenDatabase } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';
import { batchOf, visit } from './told.ts';

const funnel = { id: 'sleep-issues' } as CompiledFunnel;
const settings = { funnels: new Map([[funnel.id, funnel]]), visitLimit: { perMinute: 120, perDay: 5_000 } };

/** The call on a fresh database. */
async function run(open: OpenDatabase) {
  const database = await open();
  const metrics = createMetrics();
  const endpoints = createEventEndpoints({ ...storesIn(database), metrics, ...settings });
  const app = await runApp({ endpoints, metrics });
  onTestFinished(() => app.close());
  return {
    app,
    database,
    send: (body: unknown, headers = {}) => app.ask('/api/v1/events/', withJson(body, headers)),
    stored: () => database.knex('event_batches').orderBy('n').pluck<number[]>('n'),
    counted: async () => (await metrics.render()).text.match(/^event_batches_total.*$/gm),
  };
}

describePostgres('events that are sent', (open) => {
  test('are stored when they are acknowledged, however often they come', async () => {
    const { send, stored, counted } = await run(open);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(batchOf({ n: at % 10 === 0 ? 0 : at, ...(at % 10 !== 0 && { events: [[1, 'hide']] }) })))); // prettier-ignore
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [204, '']));
    expect(await stored()).toEqual([...Array(20).keys()].filter((n) => n !== 10));
    expect(await counted()).toEqual(['event_batches_total{fate="stored"} 20']);
  });

  test('are stored without an address in their utm_source', async () => {
    const { send, database } = await run(open);
    const start = { version: 'v1', locale: 'en', seed: '1-2', source: 'ana@example.org', query: { utm_source: 'a@b' } };
    expect((await send(batchOf({ events: [[0, 'open', start]] }))).status).toBe(204);
    const cut = { ...start, source: '', query: { utm_source: '' } };
    expect(await database.knex('event_batches').pluck('events')).toEqual([[[0, 'open', cut]]]);
  });

  test('may be those of a beacon', async () => {
    const { send, stored } = await run(open);
    const type = { 'content-type': 'text/plain;charset=UTF-8' };
    expect((await send(batchOf(), type)).status).toBe(204);
    expect((await send('{"funnel"', type)).status).toBe(400);
    expect((await send(batchOf(), { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect(await stored()).toEqual([0]);
  });

  test('are refused where they are wrong, with the place', async () => {
    const { app, send, stored, counted } = await run(open);
    const wrong: [body: object, field: string][] = [
      [{ ...batchOf(), funnel: 'no-such-funnel' }, 'funnel'],
      [{ ...batchOf(), visit: 'urn:uuid:01a1fdfa-4600-7000-8000-000000000001' }, 'visit'],
      [{ ...batchOf(), page: 0 }, 'page'],
      [{ ...batchOf(), n: -1 }, 'n'],
      [{ ...batchOf(), events: [] }, 'events'],
      [{ ...batchOf(), events: [[0, 'hide']] }, 'events.0.1'],
      [{ ...batchOf(), n: 1, events: [[0, 'answer', 'a', 'ana@example.org']] }, 'events.0.3'],
      [{ ...batchOf(), n: 1, events: [[0, 'answer', 'a', 'a\0']] }, 'events.0.3'],
    ];
    for (const [body, field] of wrong) {
      const { status, text } = await send(body);
      const { errors } = JSON.parse(text) as { errors: { field: string }[] };
      expect([status, errors[0]?.field]).toEqual([400, field]);
    }
    expect(await stored()).toEqual([]);
    expect(await counted()).toEqual(['event_batches_total{fate="refused"} 4']);
    expect(JSON.stringify([app.logged, app.requests])).not.toContain('ana@');
  });

  test('are taken of a visit until it is larger than any quiz makes it, also where another server has stored it', async () => {
    const { database, send, counted } = await run(open);
    const events = Array.from({ length: 500 }, (_, at) => [at, 'answer', 'step', 'x'.repeat(80)]);
    const statuses = [(await send(batchOf())).status];
    for (let n = 1; n <= 5; n += 1) statuses.push((await send(batchOf({ n, events } as object))).status);
    expect(statuses).toEqual([204, 204, 204, 204, 413, 413]);
    expect(await counted()).toEqual(['event_batches_total{fate="stored"} 4', 'event_batches_total{fate="limited"} 2']);
    const app = await runApp({ endpoints: createEventEndpoints({ ...storesIn(database), metrics: createMetrics(), ...settings }) }); // prettier-ignore
    onTestFinished(() => app.close());
    const sendElsewhere = (change: object) => app.ask('/api/v1/events/', withJson(batchOf(change)));
    expect((await sendElsewhere({ n: 11, events })).status).toBe(413);
    await storesIn(database).events.count({ limit: 10 });
    expect(await database.knex('event_batches').pluck('n')).toEqual([]);
    expect((await sendElsewhere({ n: 11, events })).status).toBe(413);
    expect((await sendElsewhere({ n: 11, events, visit: randomUUID() })).status).toBe(204);
  });

  test('are taken of a funnel that is published elsewhere, or was', async () => {
    const { database, send } = await run(open);
    const other = batchOf({ funnel: 'other' });
    expect((await send(other)).status).toBe(400);
    await saveFunnelVersions(database, [{ id: 'other', version: 'v1' } as CompiledFunnel]);
    expect((await send(other)).status).toBe(204);
  });

  test('are of one visit in capital and in small letters', async () => {
    const { database, send } = await run(open);
    await send(batchOf());
    await send(batchOf({ visit: visit.toUpperCase() }));
    expect(await database.knex('event_batches').pluck('visit')).toEqual([visit]);
    expect((await send(batchOf({ visit: randomUUID() }))).status).toBe(204);
  });
});
