import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { storeNotRecorded } from '../../api/events/not-recorded.ts';
import { addGauges } from '../../api/gauges.ts';
import { createMetrics } from '../../api/platform/metrics.ts';
import { enqueueJob } from '../../api/platform/jobs/queue.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { ask, recordingLog } from '../harness/app.ts';
import { describePostgres, urlOf } from '../harness/databases.ts';
import { storesIn } from '../harness/event-stores.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { portOf, startServer } from './server-process.ts';

describePostgres('what the metrics read', (open) => {
  test('is what waits, for how long, and how full the pool is', async () => {
    const database = await open();
    const metrics = createMetrics();
    addGauges(metrics, {
      ...storesIn(database),
      eventsDatabase: () => null,
      passwords: { waiting: () => 3 },
      folders: {},
    });
    const idle = await read(metrics);
    expect(idle).toMatchObject({
      password_checks_waiting: 3,
      jobs_overdue_seconds: 0,
      stripe_events_waiting: 0,
      stripe_events_waiting_seconds: 0,
      event_batches_waiting_seconds: 0,
      visits_not_recorded: 0,
      last_payment_seconds: NaN,
      'database_connections{state="waiting"}': 0,
    });
    const { knex } = database;
    await storeNotRecorded(
      knex,
      [1, 2, 3].map((number) => ({ funnel: `quiz-${number}`, day: '2026-11-21' })),
    );
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await enqueueJob(knex, 'email', {}, { runAt: anHourAgo });
    await enqueueJob(knex, 'email', {}, { runAt: new Date(Date.now() + 3_600_000) });
    await enqueueJob(knex, 'lead', {});
    await knex('jobs').where({ kind: 'lead' }).update({ dead_at: knex.fn.now() });
    await knex('stripe_events').insert({ id: 'evt_1', type: 'x', payload: '{}', received_at: anHourAgo });
    const busy = await read(metrics);
    expect(busy).toMatchObject({
      'jobs_pending{kind="email"}': 2,
      'jobs_dead{kind="lead"}': 1,
      stripe_events_waiting: 1,
      visits_not_recorded: 3,
    });
    for (const name of ['jobs_overdue_seconds', 'stripe_events_waiting_seconds'])
      expect([name, busy[name]! > 3_590 && busy[name]! < 3_900]).toEqual([name, true]);
    await knex('jobs').delete();
    expect(Object.keys(await read(metrics)).filter((name) => name.startsWith('jobs_pending'))).toEqual([]);
  });
});

describePostgres('a full disk', (open) => {
  const sql = "DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$";
  test.each([
    ['prepared', (database: Database) => database.query({ name: 'full', text: sql, values: [] })],
    ['of Knex', ({ knex }: Database) => knex.raw(sql)],
    ['in a transaction', ({ knex }: Database) => knex.transaction((trx) => trx.raw(sql))],
  ])('that a statement meets, %s, is in the metrics, and reads go on', async (_how, write) => {
    const database = await open();
    const metrics = createMetrics();
    const folders = { data: '.', audio: '/nowhere' };
    const passwords = { waiting: () => 0 };
    addGauges(metrics, { ...storesIn(database), eventsDatabase: () => null, passwords, folders });
    const before = await read(metrics);
    expect(before).toMatchObject({ 'database_full{of="main"}': 0 });
    expect(before['disk_free_bytes{of="data"}']).toBeGreaterThan(0);
    expect(before).not.toHaveProperty('disk_free_bytes{of="audio"}');
    await expect(write(database)).rejects.toThrow('No space left');
    expect(await read(metrics)).toMatchObject({ 'database_full{of="main"}': 1 });
    await database.ping();
  });
});

describePostgres('a full disk of PostgreSQL', (open) => {
  test('is logged when it begins', async () => {
    const { log, logged } = recordingLog();
    const database = await openPostgres({ databaseUrl: urlOf(await open()), log });
    const sql = "DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$";
    for (let attempt = 0; attempt < 3; attempt++) await database.knex.raw(sql).catch(() => undefined);
    await database.close();
    expect(logged.map(({ event }) => event)).toEqual(['disk_full']);
  });
});

describePostgres('the metrics of a server', (open) => {
  test('have every name that the alerts and the dashboard use', async () => {
    const token = 'a-token-for-the-metrics';
    const server = await startServer({
      SITE_DIR: makeSmallSite(),
      DATABASE_URL: urlOf(await open()),
      METRICS_TOKEN: token,
    });
    const port = await portOf(server);
    expect((await ask(port, '/login')).status).toBe(200);
    expect((await ask(port, '/nowhere')).status).toBe(404);
    const reply = await ask(port, '/api/metrics/', { headers: { authorization: `Bearer ${token}` } });
    const body = String(reply.body);
    expect(body).toContain('site_responses_total{kind="page",status="200"} 1');
    expect(body).toContain('site_response_duration_seconds_count{kind="page"} 1');
    expect(body).toContain('site_responses_total{kind="missing",status="404"} 1');
    // From 0 on: of a count that begins with 1, Prometheus sees no increase, and JobsGivenUp would not be raised.
    expect(body).toContain('jobs_total{kind="mail",end="given_up"} 0');
    const known = new Set(
      [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) => namesOf(name!, type!)),
    );
    const used = expressions().flatMap((text) =>
      [...text.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?=[{[)]| [>=])/g)].flat(),
    );
    expect(used.length).toBeGreaterThan(25);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });
});

/** What the alerts and the dashboard ask Prometheus. */
function expressions(): readonly string[] {
  const alerts = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
  };
  const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const asked = [...alerts.groups.flatMap(({ rules }) => rules), ...dashboard.panels.flatMap(({ targets }) => targets)];
  return asked.map(({ expr }) => expr);
}

function namesOf(name: string, type: string): readonly string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
}

async function read(metrics: ReturnType<typeof createMetrics>): Promise<Record<string, number>> {
  const { text } = await metrics.render();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
}
