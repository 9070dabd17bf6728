import { randomUUID } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createClickHouseEvents } from '../../api/events/clickhouse/clickhouse-events.ts';
import { copyEvents } from '../../api/events/clickhouse/copy-events.ts';
import type { ArrivedBatch } from '../../api/events/event-store.ts';
import { saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { createPostgresEvents } from '../../api/events/postgres/postgres-events.ts';
import { createRandom } from '../../engine/author/random.ts';
import { simulateLogs } from './simulated/simulate-logs.ts';
import { urlOf } from '../harness/databases.ts';
import { describeClickHouse } from '../harness/event-stores.ts';
import { script, startProcess } from '../harness/processes.ts';
import { countAll, readAll, reportedOf, sumOf } from './counting/counted-figures.ts';
import { quiz } from './counting/counted-quiz.ts';
import { batchesOf, deliveries, simulate } from './counting/delivered.ts';

const day = 24 * 3_600_000;

const breakOff = () => {
  throw new Error('broken off');
};

describeClickHouse('events that PostgreSQL has', (open) => {
  it('are copied to ClickHouse, though it broke off and is done again, while visits go on there', async () => {
    const { database, clickhouse } = await open();
    await saveFunnelVersions(database, [quiz]);
    const postgres = createPostgresEvents(database);
    const events = createClickHouseEvents(clickhouse, database);
    const logs = simulate('copied', 60);
    const random = createRandom('copied');
    const all = [...deliveries(logs, random).flat(), ...reportedOf(logs.slice(10, 30))];
    // What comes later comes to ClickHouse alone: of visits that began before, and others of their browsers.
    const [before, after] = [all.slice(0, all.length / 2), all.slice(all.length / 2)];
    await postgres.storeBatches(before);
    while ((await postgres.count({ limit: 25 })) > 0);
    await events.storeBatches(after.slice(0, after.length / 2));
    await countAll(events);

    const options = { source: database, main: database, clickhouse };
    await expect(copyEvents({ ...options, onCopied: breakOff })).rejects.toThrow('broken off');
    for (let time = 0; time < 2; time++) await copyEvents(options);
    await events.storeBatches(after.slice(after.length / 2));
    await countAll(events);
    const copied = await readAll(events, logs);

    await postgres.storeBatches(after);
    await countAll(postgres);
    expect(copied).toEqual(await readAll(postgres, logs));
    expect(sumOf(copied.rows, 'visits')).toBe(60);
  });

  it('are not copied where MIGRATE is off and ClickHouse has no tables yet', async () => {
    const { database, clickhouse } = await open();
    const name = `empty_${randomUUID().replaceAll('-', '')}`;
    await clickhouse.execute(`CREATE DATABASE ${name}`);
    onTestFinished(() => clickhouse.execute(`DROP DATABASE ${name} SYNC`));
    const environment = { DATABASE_URL: urlOf(database), EVENTS_DATABASE_URL: `${inject('clickhouseUrl')}/${name}` };
    const command = startProcess(script('scripts/copy-events.ts'), { ...process.env, ...environment, MIGRATE: 'off' });
    expect(await command.exited).toBe(1);
    expect(command.errors).toContain('brought up to date by npm run migrate: MIGRATE is off');
    expect(await clickhouse.query(`SHOW TABLES FROM ${name}`)).toEqual([]);
  });

  it('come with the sums of days whose visits are not stored any more, as they are', async () => {
    const { database, clickhouse } = await open();
    await saveFunnelVersions(database, [quiz]);
    const postgres = createPostgresEvents(database);
    const now = Date.now();
    const from = now - 100 * day;
    const visits = simulateLogs(quiz, { visits: 50, seed: 'old', stay: 0.9, back: 0, from, to: now });
    // Whether a browser had been there before its first visit that is stored is not known any more.
    const logs = [...new Map([...visits].map((log) => [log.seed, log])).values()];
    const random = createRandom('old');
    const batches = logs.flatMap((log) => {
      return batchesOf(log, random).map((batch): ArrivedBatch => ({ ...batch, receivedAt: new Date(batch.page) }));
    });
    await postgres.storeBatches(batches);
    await countAll(postgres);
    await postgres.maintain({ months: 1 });
    // Of a day that is partly there, as of visits whose ids are much older than what was reported of them.
    const [{ id } = { id: '' }] = await database.knex('quiz_visits').select('id').orderBy('id').limit(1);
    await database.knex('quiz_visits').where({ id }).delete();
    const told = await readAll(postgres, logs);
    expect(told.last.length).toBeGreaterThan(5);
    expect(sumOf(told.rows, 'visits')).toBe(logs.length);

    await copyEvents({ source: database, main: database, clickhouse });
    const events = createClickHouseEvents(clickhouse, database);
    expect(await readAll(events, logs)).toEqual(told);
    await countAll(events);
    expect(await readAll(events, logs)).toEqual(told);
  });
});
