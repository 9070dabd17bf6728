import fc from 'fast-check';
import type { Knex } from 'knex';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { type EventBatch, reportSignUp } from '../../../api/events/batches.ts';
import { createClickHouseEvents } from '../../../api/events/clickhouse/clickhouse-events.ts';
import { type ClickHouse, connectClickHouse } from '../../../api/events/clickhouse/connect.ts';
import { whileCounting } from '../../../api/events/clickhouse/lock.ts';
import { makeChanges } from '../../../api/events/clickhouse/schema.ts';
import type { ArrivedBatch } from '../../../api/events/event-store.ts';
import { saveFunnelVersions } from '../../../api/events/funnel-versions.ts';
import { createPostgresEvents } from '../../../api/events/postgres/postgres-events.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { openPostgres } from '../../../api/platform/db/open-postgres.ts';
import { isUnavailable } from '../../../api/platform/db/unavailable.ts';
import { createLog } from '../../../api/platform/log.ts';
import { createRandom } from '../../../engine/author/random.ts';
import { startEngine } from '../../clickhouse/start-engine.ts';
import { openAgain, urlOf } from '../../harness/databases.ts';
import { describeClickHouse } from '../../harness/event-stores.ts';
import { withResolvers } from '../../harness/with-resolvers.ts';
import { visitAt } from '../told.ts';
import { countAll, readAll, reportedOf, sumOf } from './counted-figures.ts';
import { quiz } from './counted-quiz.ts';
import { arrivalsOf, deliveries, expectTally, oneByOne, simulate } from './delivered.ts';

describeClickHouse('counting what visits tell', (open) => {
  it('comes to the same as PostgreSQL, however batches come: late, twice, in any order, by clocks that are wrong, with failures', async () => {
    const stores = await open();
    const { database, clickhouse } = stores;
    // Nothing is handed over: what PostgreSQL counts stays there.
    const events = createClickHouseEvents(clickhouse, database);
    await saveFunnelVersions(database, [quiz]);
    const property = fc.asyncProperty(fc.integer(), async (seed) => {
      await reset(stores);
      const random = createRandom(String(seed));
      const logs = simulate(String(seed), 30);
      const inPostgres = createPostgresEvents(database);
      const arrive = arrivalsOf(random);
      for (const [part, batches] of deliveries(logs, random).entries()) {
        // A part of the visits leads to sign-ups and payments.
        const reported = part % 3 === 0 ? reportedOf(logs.slice(part, part + 4)) : [];
        const all = [...batches, ...reported].map(arrive);
        await inPostgres.storeBatches(all);
        await events.storeBatches(all);
        const limit = 1 + random.below(30);
        if (random.next() < 0.4) await countAndFail(failingAt(clickhouse, random.below(8)), database, limit);
        if (random.next() < 0.7) await events.count({ limit });
      }
      await countAll(events);
      await countAll(inPostgres);
      const counted = await readAll(events, logs);
      expect(counted).toEqual(await readAll(inPostgres, logs));
      expectTally(counted.rows, logs);
    });
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  });

  it('goes on side by side in several processes with what comes meanwhile, each batch once', async () => {
    const { database, clickhouse, events } = await open();
    await saveFunnelVersions(database, [quiz]);
    const other = createClickHouseEvents(clickhouse, await openAgain(database));
    const logs = simulate('side by side', 25);
    for (const batches of deliveries(logs, createRandom('side by side')))
      await Promise.all([events.storeBatches(batches), events.count({ limit: 20 }), other.count({ limit: 30 })]);
    await Promise.all([countAll(events), countAll(other)]);
    expectTally((await readAll(events, logs)).rows, logs);
  });

  it('counts what came until then, and of those visits all that has come', async () => {
    const { database, events } = await open();
    await saveFunnelVersions(database, [quiz]);
    const [early, late] = simulate('until', 2);
    const [first, ...rest] = oneByOne(early!);
    const until = new Date(Date.now() - 60_000);
    await events.storeBatches([{ ...first!, receivedAt: until }, ...rest, ...oneByOne(late!)]);
    expect(await events.secondsWaiting()).toBeGreaterThan(59);
    expect(await events.count({ limit: 100, until })).toBe(1 + rest.length);
    expect(await events.count({ limit: 100, until })).toBe(0);
    expectTally((await readAll(events, [early!])).rows, [early!]);
    await countAll(events);
    expect(await events.secondsWaiting()).toBe(0);
  });

  it('tells 200 sources of a day apart, and those that it knows for good', async () => {
    const { database, events } = await open();
    await saveFunnelVersions(database, [quiz]);
    const now = new Date().toISOString();
    const visit = (number: number, source: string): EventBatch => {
      const start = { version: quiz.version, locale: 'en', seed: `browser-${number}`, source };
      return { funnel: quiz.id, visit: visitAt(now, number), page: 1, n: 0, events: [[0, 'open', start]] };
    };
    await events.storeBatches(Array.from({ length: 202 }, (_, number) => visit(number, `source ${number}`)));
    await countAll(events);
    const visitsOf = async () => {
      const { rows } = await readAll(events, []);
      const visits = new Map<string, number>();
      for (const { utmSource, counts } of rows)
        visits.set(utmSource, (visits.get(utmSource) ?? 0) + (counts['visits'] ?? 0));
      return visits;
    };
    expect((await visitsOf()).size).toBe(201);
    expect((await visitsOf()).get('(other)')).toBe(2);
    await events.storeBatches([visit(900, 'Source 7'), visit(901, 'one more')]);
    await countAll(events);
    expect((await visitsOf()).get('source 7')).toBe(2);
    expect((await visitsOf()).get('(other)')).toBe(3);
  });

  it('keeps the counts of months whose visits are removed, and what has not been counted', async () => {
    const { database, events } = await open();
    await saveFunnelVersions(database, [quiz]);
    const start = { version: quiz.version, locale: 'en', seed: 'browser', source: '' };
    const opening = (visit: string, day: string): ArrivedBatch => {
      return { funnel: quiz.id, visit, page: 1, n: 0, events: [[0, 'open', start]], receivedAt: new Date(day) };
    };
    const now = new Date();
    const months = (count: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 3)).toISOString();
    const [old, waiting, kept, timeless] = [
      visitAt(months(3), 1),
      visitAt(months(4), 2),
      visitAt(months(2), 3),
      '11111111-1111-4111-8111-111111111111',
    ];
    await events.storeBatches([opening(old, months(3)), opening(kept, months(2)), opening(timeless, months(3))]);
    await countAll(events);
    await events.storeBatches([opening(waiting, months(4))]);
    const { rows } = await readAll(events, []);
    await events.maintain({ months: 2 });
    expect((await readAll(events, [])).rows).toEqual(rows);
    expect([...(await events.readReported([old, waiting, kept, timeless])).keys()].toSorted()).toEqual(
      [waiting, kept].toSorted(),
    );
    expect(await events.listLast(quiz.id, 10)).toEqual([kept]);
    await countAll(events);
    expect(sumOf((await readAll(events, [])).rows, 'visits')).toBe(4);
  });

  it('keeps them too of days of which more comes, of visits that by their ids began in the next month or at no time', async () => {
    const { database, events } = await open();
    await saveFunnelVersions(database, [quiz]);
    const now = new Date();
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2);
    const at = (hours: number) => new Date(next + hours * 3_600_000);
    const odd = [visitAt(at(1).toISOString(), 1), '11111111-1111-4111-8111-111111111111'];
    const others = [2, 3].map((number) => visitAt(at(-2).toISOString(), number));
    await events.storeBatches([...odd, ...others].map((visit) => ({ ...openingOf(visit, 1), receivedAt: at(-1.5) })));
    await countAll(events);
    await events.storeBatches([openingOf('22222222-2222-4222-8222-222222222222', 1)]);
    await events.maintain({ months: 2 });
    await events.storeBatches(odd.map((visit) => openingOf(visit, 2)));
    await countAll(events);
    const { rows } = await readAll(events, []);
    const ofBefore = rows.filter(({ day }) => day < at(0).toISOString());
    expect(sumOf(ofBefore, 'visits')).toBe(4);
  });

  it('waits for as long as ClickHouse takes, and so does who comes meanwhile, though the main database ends what is idle, slow or silent sooner', async () => {
    const { database, clickhouse } = await open();
    await saveFunnelVersions(database, [quiz]);
    const milliseconds = 2_000;
    const url = new URL(urlOf(database));
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      url.searchParams.set(limit, String(milliseconds));
    const openMain = async () => {
      const options = { databaseUrl: url.href, log: createLog('silent'), silenceMilliseconds: milliseconds };
      const main = await openPostgres(options);
      onTestFinished(() => main.close());
      return main;
    };
    const asked = withResolvers();
    const slow: ClickHouse = {
      ...clickhouse,
      async query(text, parameters) {
        if (text.includes('FROM waiting')) {
          asked.resolve();
          await sleep(1.5 * milliseconds);
        }
        return clickhouse.query(text, parameters);
      },
    };
    const events = createClickHouseEvents(slow, await openMain());
    const others = createClickHouseEvents(clickhouse, await openMain());
    const logs = simulate('slow', 2);
    await events.storeBatches(logs.flatMap(oneByOne));
    const counting = events.count({ limit: 100 });
    await asked.promise;
    await Promise.all([counting, others.count({ limit: 100 }), readAll(others, logs), others.maintain({ months: 2 })]);
    await countAll(others);
    expectTally((await readAll(others, logs)).rows, logs);
  });

  it('shows the main database that its machine is there, or else lets others count soon', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { database, clickhouse } = await open();
    const limitText = "SELECT current_setting('idle_in_transaction_session_timeout') AS limit";
    const lastText = `SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`;
    await whileCounting({ clickhouse, main: database }, async ({ trx }) => {
      expect(await rowsOf(trx, limitText)).toEqual([{ limit: '90s' }]);
      await vi.advanceTimersByTimeAsync(30_000);
      await vi.waitFor(
        async () => expect(await rowsOf(database.knex, lastText)).toEqual([{ query: 'SELECT 1' }]),
        60_000,
      );
    });
  });

  it('keeps the counts of a day in a month that is over, though something of one of its visits still waits', async () => {
    const { database, events } = await open();
    await saveFunnelVersions(database, [quiz]);
    const now = new Date();
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 3));
    const visits = [1, 2, 3].map((number) => visitAt(day.toISOString(), number));
    const openings = visits.map((visit): ArrivedBatch => {
      const start = { version: quiz.version, locale: 'en', seed: visit, source: '' };
      return { funnel: quiz.id, visit, page: 1, n: 0, events: [[0, 'open', start]], receivedAt: day };
    });
    await events.storeBatches(openings);
    await countAll(events);
    await database.knex.transaction((trx) => reportSignUp(trx, { visit: visits[0]!, funnel: quiz.id }));
    await events.count({ limit: 1, until: day }); // hands on what has just come, and leaves it uncounted
    await events.maintain({ months: 2 });
    await countAll(events);
    expect(sumOf((await readAll(events, [])).rows, 'visits')).toBe(3);
    await events.maintain({ months: 2 });
    expect(await events.listLast(quiz.id, 9)).toEqual([]);
    expect(sumOf((await readAll(events, [])).rows, 'visits')).toBe(3);
  });

  it('removes nothing once others may count again, as its transaction was ended meanwhile', async () => {
    const { database, clickhouse } = await open();
    await saveFunnelVersions(database, [quiz]);
    const day = new Date(Date.now() - 70 * 86_400_000);
    const visit = visitAt(day.toISOString(), 1);
    const start = { version: quiz.version, locale: 'en', seed: 'browser', source: '' };
    const before = createClickHouseEvents(clickhouse, database);
    await before.storeBatches([
      { funnel: quiz.id, visit, page: 1, n: 0, events: [[0, 'open', start]], receivedAt: day },
    ]);
    await countAll(before);
    const events = createClickHouseEvents(endingTransactions(clickhouse, database), database);
    await expect(events.maintain({ months: 1 })).rejects.toSatisfy(isUnavailable);
    expect(await before.listLast(quiz.id, 9)).toEqual([visit]);
  });

  it('counts the same in tables that are spread over a cluster', async () => {
    const { database, clickhouse: other } = await open();
    await saveFunnelVersions(database, [quiz]);
    const [{ name } = { name: '' }] = await other.query<{ name: string }>('SELECT currentDatabase() AS name');
    const spread = `${name}_spread`;
    for (const statement of clusterStatements(spread)) await other.execute(statement);
    onTestFinished(() => other.execute(`DROP DATABASE ${spread} SYNC`));
    const clickhouse = connectClickHouse(`${inject('clickhouseUrl')}/${spread}`);
    onTestFinished(() => clickhouse.close());
    expect(await makeChanges(clickhouse)).toEqual([]);
    const events = createClickHouseEvents(clickhouse, database);
    const inPostgres = createPostgresEvents(database);
    const logs = simulate('spread', 20);
    for (const batches of deliveries(logs, createRandom('spread'))) {
      for (const store of [events, inPostgres]) await store.storeBatches([...batches, ...reportedOf(logs)]);
      await events.count({ limit: 40 });
    }
    await countAll(events);
    await countAll(inPostgres);
    await events.maintain({ months: 2 });
    const counted = await readAll(events, logs);
    expect(counted).toEqual(await readAll(inPostgres, logs));
    expectTally(counted.rows, logs);
    expect(counted.converted.length).toBeGreaterThan(0);

    // Visits go by the tables' own time, when that is over; their counts stay.
    const ends = [...clusterText.matchAll(/ events\.(\w+_local) ON[^;]*?\nTTL ([^\n]*) \+ INTERVAL 14 MONTH\n/g)];
    expect(ends.map(([, table]) => table)).toEqual([
      'event_batches_local',
      'quiz_visits_local',
      'browser_visits_local',
    ]);
    for (const [, table, time] of ends) {
      await clickhouse.execute(`ALTER TABLE ${table} MODIFY TTL ${time} + INTERVAL 0 MONTH`);
      await clickhouse.execute(`OPTIMIZE TABLE ${table} FINAL`);
    }
    await countAll(events);
    const left = await readAll(events, logs);
    expect([left.last, left.origins, left.reported.filter(Boolean)]).toEqual([[], [], []]);
    expect([left.rows, left.visits]).toEqual([counted.rows, counted.visits]);
  });

  it('loses nothing that was stored when ClickHouse is killed, and says so while it is down', async () => {
    const { database } = await open();
    await saveFunnelVersions(database, [quiz]);
    const engine = await startEngine();
    onTestFinished(() => engine.remove());
    const clickhouse = connectClickHouse(`${engine.url}/default`);
    onTestFinished(() => clickhouse.close());
    await makeChanges(clickhouse);
    const events = createClickHouseEvents(clickhouse, database);
    const logs = simulate('killed', 8);
    for (const batches of deliveries(logs, createRandom('killed'))) {
      await events.storeBatches(batches);
      const counting = events.count({ limit: 50 }).catch((error: unknown) => error);
      await engine.kill();
      const error: unknown = await events.storeBatches(batches).catch((failure: unknown) => failure);
      expect(isUnavailable(error)).toBe(true);
      await counting;
      await engine.restart();
    }
    await countAll(events);
    expectTally((await readAll(events, logs)).rows, logs);
  });
});

async function rowsOf(knex: Knex, text: string): Promise<readonly object[]> {
  return (await knex.raw<{ rows: readonly object[] }>(text)).rows;
}

/** The first batch of a page. */
function openingOf(visit: string, page: number): EventBatch {
  const start = { version: quiz.version, locale: 'en', seed: visit, source: '' };
  return { funnel: quiz.id, visit, page, n: 0, events: [[0, 'open', start]] };
}

const clusterText = readFileSync('deploy/clickhouse/cluster.sql', 'utf8');

/** Those for a cluster, on one machine and without replicas. */
function clusterStatements(database: string): readonly string[] {
  const single = clusterText
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(' ON CLUSTER events', '')
    .replaceAll(/Replicated(\w+)\('[^']*', '[^']*'(?:, )?/g, '$1(')
    .replaceAll('events.', `${database}.`)
    .replaceAll('(events, events,', `(events, ${database},`)
    .replace('DATABASE IF NOT EXISTS events', `DATABASE ${database}`);
  return single.split(/;\n/).filter((statement) => statement.trim() !== '');
}

async function reset({ database, clickhouse }: { readonly database: Database; readonly clickhouse: ClickHouse }) {
  await database.knex.raw('DELETE FROM event_batches; DELETE FROM quiz_counts; DELETE FROM quiz_visits');
  const tables = ['event_batches', 'waiting_batches', 'quiz_visits', 'browser_visits', 'quiz_days', 'quiz_counts'];
  for (const table of [...tables, 'day_sources']) await clickhouse.execute(`TRUNCATE TABLE ${table}`);
}

/** Loses the connection at its write of that number, before or after it. */
function failingAt(clickhouse: ClickHouse, number: number): ClickHouse {
  let left = number;
  const failing = async (write: () => Promise<void>) => {
    left--;
    if (left >= 0) return write();
    if (number % 2 === 0) await write();
    throw new Error('lost');
  };
  return {
    ...clickhouse,
    insert: (table, rows) => failing(() => clickhouse.insert(table, rows)),
    execute: (text, parameters) => failing(() => clickhouse.execute(text, parameters)),
  };
}

/** While it is asked which days have changed, the main database ends all transactions that wait. */
function endingTransactions(clickhouse: ClickHouse, { knex }: Database): ClickHouse {
  return {
    ...clickhouse,
    query: async (text, parameters) => {
      const endText = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`;
      if (text.includes('begun > summed')) await knex.raw(endText);
      return clickhouse.query(text, parameters);
    },
  };
}

async function countAndFail(clickhouse: ClickHouse, database: Database, limit: number): Promise<void> {
  await createClickHouseEvents(clickhouse, database)
    .count({ limit })
    .catch((error: unknown) => expect(String(error)).toContain('lost'));
}
