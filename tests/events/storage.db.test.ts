import { expect, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { removeOldVisits, listPartitions, makePartitions, partitionOf } from '../../api/events/partitions.ts';
import { latestVersion, loadFunnelVersion, saveFunnelVersions } from '../../api/events/funnel-versions.ts';
import { storeBatches, storeBatchIn } from '../../api/events/batches.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { describeDatabases, describePostgres, openAgain } from '../harness/databases.ts';
import { batchOf, visit, visitAt } from './told.ts';

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
  test('are stored as they were told', async () => {
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

  test('of the server happen together with what they tell of', async () => {
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

  test('move into partitions that are made later', async () => {
    const database = await open();
    const stored = [visit, visitAt('2026-12-01T00:00:00Z'), visitAt('2026-09-21T00:00:00Z'), visitAt('1999-01-01')];
    await storeBatches(database, stored.map((visit, n) => batchOf({ visit, n }))); // prettier-ignore
    await makePartitions(database, now);
    expect(await places(database)).toEqual([
      'event_batches_other 0001-01-01 3',
      'event_batches_2026_09 2026-09-21 2',
      'event_batches_2026_11 2026-11-21 0',
      'event_batches_2026_12 2026-12-01 1',
    ]);
    await storeBatches(database, stored.map((visit, n) => batchOf({ visit, n }))); // prettier-ignore
    expect(await places(database)).toHaveLength(4);
    // As it was, so that the next test may use the embedded database again.
    for (const month of await listPartitions(database.knex))
      await database.knex.raw(`DROP TABLE ${partitionOf(month)}`);
  });
});

describePostgres('partitions', (open) => {
  test('reach from 60 days ago to the month after next, and are made once', async () => {
    const database = await open();
    await makePartitions(database, new Date('2027-01-15T00:00:00Z'));
    const months = ['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'];
    expect(await listPartitions(database.knex)).toEqual(months);
    await makePartitions(database, new Date('2027-02-01T00:00:00Z'));
    expect(await listPartitions(database.knex)).toEqual([...months, '2027-04-01']);
  });

  test('are made once by processes that start together, while batches come in', async () => {
    const database = await open();
    const processes = [database, await openAgain(database), await openAgain(database)];
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    await Promise.all([
      ...processes.map((process) => makePartitions(process, now)),
      ...numbers.map((n) => storeBatches(processes[n % 3]!, [batchOf({ n })])),
    ]);
    expect(await listPartitions(database.knex)).toHaveLength(5);
    expect(await places(database)).toEqual(numbers.map((n) => `event_batches_2026_11 2026-11-21 ${n}`));
  });

  test('have the indexes that batches are found by', async () => {
    const database = await open();
    await makePartitions(database, now);
    const table = { tablename: 'event_batches_2026_11' };
    const indexes = await database.knex('pg_indexes').where(table).pluck<string[]>('indexdef');
    const named = indexes.map((index) => index.slice(index.indexOf('(')));
    expect(new Set(named)).toEqual(new Set(['(received_at) WHERE (counted_at IS NULL)', '(day, visit, page, n)']));
  });
});

/** Batches of two months, and two of no month. */
const storeOld = (database: Database) =>
  storeBatches(database, [
    batchOf({ visit: visitAt('2026-10-31T23:59:59Z'), n: 1 }),
    batchOf({ visit: visitAt('2026-11-01T00:00:00Z'), n: 2 }),
    batchOf({ visit: visitAt('1999-01-01'), n: 3 }),
    batchOf({ visit: visitAt('1999-01-02'), n: 4 }),
  ]);

describePostgres('what is old', (open) => {
  const later = new Date('2027-12-31T23:00:00Z');
  test('is removed by whole months, once it is counted', async () => {
    const database = await open();
    await makePartitions(database, now);
    await storeOld(database);
    await database.knex('event_batches_other').update({ received_at: '2026-10-31T23:00:00Z' });
    await removeOldVisits(database, { months: 13, now: later });
    expect(await places(database)).toHaveLength(4);
    await database.knex('event_batches').whereNot({ n: 3 }).update({ counted_at: now });
    await removeOldVisits(database, { months: 13, now: later });
    const [other, kept] = ['event_batches_other 0001-01-01 3', 'event_batches_2026_11 2026-11-01 2'];
    expect(await places(database)).toEqual([other, kept]);
    expect((await listPartitions(database.knex))[0]).toBe('2026-11-01');
  });

  test('goes with its visits, however many there are, and stays in the counts', async () => {
    const database = await open();
    await saveFunnelVersions(database, [funnel('v1')]);
    const row = { funnel: 'sleep-issues', version: 'v1', seed: '1', first: true, locale: 'en', utm_source: '' };
    const more = { variants: '{}', met: '{}', last_step: 'hours' };
    const visits = Array.from({ length: 9 }, (_, number) => {
      const started_at = number === 8 ? '2026-11-01T00:00:00Z' : '2026-10-31T23:59:59Z';
      return { ...row, ...more, id: visitAt(started_at, number), started_at };
    });
    await database.knex('quiz_visits').insert(visits);
    const counted = { version: 'v1', day: '2026-10-31', locale: 'en', utm_source: '', variants: '{}', counts: '{}' };
    await database.knex('quiz_counts').insert({ funnel: 'sleep-issues', ...counted });
    await removeOldVisits(database, { months: 13, now: later, batchSize: 3 });
    expect(await database.knex('quiz_visits').pluck('id')).toEqual([visits[8]!.id]);
    expect(await database.knex('quiz_counts').pluck('version')).toEqual(['v1']);
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
