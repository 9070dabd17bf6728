import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { removeOldVisits, listPartitions, makePartitions, partitionOf } from '../../api/events/postgres/partitions.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';
import { latestVersion, loadFunnelVersion, saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { storeBatchIn } from '../../api/events/batches.ts';
import { storeBatches } from '../../api/events/postgres/store-batches.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { describeDatabases, describePostgres, openAgain, urlOf } from '../harness/databases.ts';
import { batchOf, visitAt } from './told.ts';

const now = new Date('2026-11-21T12:00:00Z');
const funnel = (version: string) => ({ id: 'sleep-issues', version }) as CompiledFunnel;

/** Where batches are, oldest first: table, day and number. */
async function places(database: Database): Promise<string[]> {
  const { rows } = await database.knex.raw<{ rows: { place: string }[] }>(
    `SELECT concat_ws(' ', tableoid::regclass, day, n) AS place FROM event_batches ORDER BY day, n`,
  );
  return rows.map(({ place }) => place);
}

describeDatabases('batches', (open) => {
  test('are stored as they were reported', async () => {
    const database = await open();
    await storeBatches(database, [batchOf()]);
    expect(await database.knex('event_batches').first()).toEqual({
      ...batchOf(),
      day: expect.any(Date),
      received_at: expect.any(Date),
      counted_at: null,
    });
    expect(await places(database)).toEqual(['event_batches_other 2026-11-21 0']);
  });

  test('that come again change nothing', async () => {
    const database = await open();
    const again = batchOf({ events: [[1, 'hide']] });
    await storeBatches(database, [batchOf({ n: 1 }), batchOf(), batchOf()]);
    await storeBatches(database, [again, batchOf({ n: 2 })]);
    await storeBatchIn(database.knex, again);
    expect(await places(database)).toHaveLength(3);
    expect((await database.knex('event_batches').where({ n: 0 }).first()).events).toEqual(batchOf().events);
  });

  test('of the server are stored in one transaction with what they report', async () => {
    const database = await open();
    const signUp = batchOf({ page: 0, n: 1, events: [[0, 'sign_up']] });
    const failed = database.knex.transaction(async (trx) => {
      await storeBatchIn(trx, signUp);
      throw new Error('no account');
    });
    await expect(failed).rejects.toThrow('no account');
    expect(await places(database)).toEqual([]);
    await database.knex.transaction((trx) => storeBatchIn(trx, signUp));
    expect((await database.knex('event_batches').first()).events).toEqual([[0, 'sign_up']]);
  });
});

const firstDay = (monthsAhead: number) =>
  new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + monthsAhead)).toISOString().slice(0, 10);
/** Of a time in that month. */
const visitIn = (monthsAhead: number, number = 0) => visitAt(`${firstDay(monthsAhead)}T12:00:00Z`, number);
const visitRow = (id: string, started_at = now.toISOString()) => {
  const shared = {
    funnel: 'sleep-issues',
    version: 'v1',
    first: true,
    locale: 'en',
    utm_source: '',
    last_step: 'hours',
  };
  return { ...shared, id, seed: id, started_at, variants: '{}', met: '{}' };
};

/** The tables that these visits are in. */
async function tablesOf(database: Database, visits: readonly string[]): Promise<string[]> {
  const { rows } = await database.knex.raw<{ rows: { id: string; name: string }[] }>(
    'SELECT id, tableoid::regclass::text AS name FROM quiz_visits',
  );
  return visits.map((id) => rows.find((row) => row.id === id)?.name ?? 'nowhere');
}

describeDatabases('visits', (open) => {
  test('are in the partitions of their months, also of one that is made later', async () => {
    const database = await open();
    const random = '9e2f63b0-0000-4000-8000-000000000000';
    const stored = [visitIn(0), visitIn(-5), visitIn(1), visitIn(2), visitAt('2099-01-01'), random];
    await database.knex('quiz_visits').insert(stored.map((id) => visitRow(id)));
    const [first, other] = [partitionOf(firstDay(0)), 'quiz_visits_other'];
    expect(await tablesOf(database, stored)).toEqual([first, first, other, other, other, other]);
    await makePartitions(database, new Date());
    const [next, last] = [partitionOf(firstDay(1)), partitionOf(firstDay(2))];
    expect(await tablesOf(database, stored)).toEqual([first, first, next, last, other, other]);
    // As it was, so that the next test may use the embedded database again.
    for (const name of [next, last]) await database.knex.raw(`DROP TABLE ${name}`);
  });

  test('are found by their ids in one partition alone', async () => {
    const database = await open();
    await makePartitions(database, new Date());
    const { rows } = await database.knex.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      'EXPLAIN SELECT log FROM quiz_visits WHERE id = ?',
      [visitIn(1)],
    );
    const tables = rows.flatMap((row) => /quiz_visits_(?:\d{4}_\d\d|other)(?= )/.exec(row['QUERY PLAN'])?.[0] ?? []);
    expect(tables).toEqual([partitionOf(firstDay(1))]);
    for (const month of [firstDay(1), firstDay(2)]) await database.knex.raw(`DROP TABLE ${partitionOf(month)}`);
  });
});

describePostgres('partitions', (open) => {
  test('reach to the month after next, and are made once by processes that start together', async () => {
    const database = await open();
    const processes = [database, await openAgain(database), await openAgain(database)];
    const ids = Array.from({ length: 60 }, (_, number) => visitIn(1, number));
    await database.knex('quiz_visits').insert(ids.map((id) => visitRow(id)));
    await Promise.all(processes.map((process) => makePartitions(process, new Date())));
    expect(await listPartitions(database.knex)).toEqual([0, 1, 2].map(firstDay));
    expect(new Set(await tablesOf(database, ids))).toEqual(new Set([partitionOf(firstDay(1))]));
    await makePartitions(database, new Date(firstDay(3)));
    expect(await listPartitions(database.knex)).toEqual([0, 1, 2, 3, 4, 5].map(firstDay));
  });

  test('have the indexes that visits are found by', async () => {
    const database = await open();
    await makePartitions(database, new Date());
    const indexesOf = async (tablename: string) => {
      const indexes = await database.knex('pg_indexes').where({ tablename }).pluck<string[]>('indexdef');
      return indexes.map((index) => index.slice(index.indexOf('('))).sort();
    };
    const indexes = await indexesOf('quiz_visits');
    expect(indexes).toHaveLength(4);
    for (const month of await listPartitions(database.knex))
      expect(await indexesOf(partitionOf(month))).toEqual(indexes);
  });
});

describePostgres('what is old', (open) => {
  const later = new Date(`${firstDay(15)}T23:00:00Z`);

  test('is removed by whole months, and stays in the counts', async () => {
    const database = await open();
    await saveFunnelVersions(database, [funnel('v1')]);
    await makePartitions(database, new Date());
    const ids = [visitIn(0), visitIn(1), visitIn(2), visitAt('2099-01-01', 1), visitAt('2099-01-01', 2)];
    const rows = ids.map((id, place) => visitRow(id, `${firstDay(Math.min(place, 2))}T00:00:00Z`));
    rows[3] = visitRow(ids[3]!, `${firstDay(1)}T23:59:59Z`);
    await database.knex('quiz_visits').insert(rows);
    const counted = { version: 'v1', day: firstDay(0), locale: 'en', utm_source: '', variants: '{}', counts: '{}' };
    await database.knex('quiz_counts').insert({ funnel: 'sleep-issues', ...counted });
    await removeOldVisits(database, { funnels: ['sleep-issues'], months: 13, now: later, batchSize: 1 });
    const [kept, other] = [partitionOf(firstDay(2)), 'quiz_visits_other'];
    expect(await tablesOf(database, ids)).toEqual(['nowhere', 'nowhere', kept, 'nowhere', other]);
    expect(await listPartitions(database.knex)).toEqual([firstDay(2)]);
    expect(await database.knex('quiz_counts').pluck('version')).toEqual(['v1']);
  });

  test('begins with the first day of a month in UTC, also where sessions have another time', async () => {
    const own = await open();
    const url = urlOf(own);
    await own.knex.raw(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET TimeZone = 'Pacific/Kiritimati'`);
    const database = await openPostgres({ databaseUrl: url, log: createLog('silent'), prepared: 'off' });
    onTestFinished(() => database.close());
    const [old, kept] = [visitAt('2099-01-01', 1), visitAt('2099-01-01', 2)];
    const lastMoment = new Date(Date.parse(firstDay(2)) - 1).toISOString();
    await database.knex('quiz_visits').insert([visitRow(old, lastMoment), visitRow(kept, `${firstDay(2)}T00:00:00Z`)]);
    await removeOldVisits(database, { funnels: ['sleep-issues'], months: 13, now: later });
    expect(await database.knex('quiz_visits').pluck('id')).toEqual([kept]);
  });

  test('goes where it belongs to no visit, once it is counted', async () => {
    const database = await open();
    await storeBatches(
      database,
      [1, 2, 3].map((n) => batchOf({ n })),
    );
    await database
      .knex('event_batches')
      .whereIn('n', [1, 2])
      .update({ received_at: `${firstDay(1)}T23:00:00Z` });
    await database.knex('event_batches').whereIn('n', [2, 3]).update({ counted_at: later });
    await database
      .knex('event_batches')
      .where({ n: 3 })
      .update({ received_at: `${firstDay(2)}T00:00:00Z` });
    await removeOldVisits(database, { funnels: ['sleep-issues'], months: 13, now: later });
    expect(await database.knex('event_batches').orderBy('n').pluck('n')).toEqual([1, 3]);
  });
});

describeDatabases('versions of a funnel', (open) => {
  test('are kept, and the one that is served last is the latest', async () => {
    const database = await open();
    expect(await latestVersion(database, 'sleep-issues')).toBeUndefined();
    for (const version of ['v1', 'v2', 'v1']) {
      await database.knex.raw("UPDATE funnel_versions SET served_at = served_at - interval '1 day'");
      await saveFunnelVersions(database, [funnel(version)]);
    }
    expect(await latestVersion(database, 'sleep-issues')).toBe('v1');
    expect(await database.knex('funnel_versions').orderBy('version').pluck('version')).toEqual(['v1', 'v2']);
    expect(await loadFunnelVersion(database, 'sleep-issues', 'v2')).toEqual(funnel('v2'));
  });

  test('are read once, but asked for again as long as they are not there', async () => {
    const database = await open();
    expect(await loadFunnelVersion(database, 'sleep-issues', 'v1')).toBeUndefined();
    await saveFunnelVersions(database, [funnel('v1')]);
    expect(await loadFunnelVersion(database, 'sleep-issues', 'v1')).toEqual(funnel('v1'));
    await database.knex('funnel_versions').delete();
    expect(await loadFunnelVersion(database, 'sleep-issues', 'v1')).toEqual(funnel('v1'));
  });
});
