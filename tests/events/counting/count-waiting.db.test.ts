import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../../api/platform/db/database.ts';
import { dayOfVisit, type EventBatch } from '../../../api/events/batches.ts';
import type { Counts } from '../../../api/events/counting/counts.ts';
import { saveFunnelVersions } from '../../../api/events/funnel-versions.ts';
import { countWaiting, moveCounted } from '../../../api/events/postgres/count-waiting.ts';
import { listPartitions, partitionOf, removeOldVisits } from '../../../api/events/postgres/partitions.ts';
import { storeBatches } from '../../../api/events/postgres/store-batches.ts';
import { readStoredVisits } from '../../../api/events/postgres/stored-visits.ts';
import { createRandom } from '../../../engine/author/random.ts';
import type { SimulatedLog } from '../simulated/simulate-logs.ts';
import { describePostgres, openAgain, type OpenDatabase } from '../../harness/databases.ts';
import { visitAt } from '../told.ts';
import { quiz } from './counted-quiz.ts';
import { batchesOf, deliveries, expectTally, oneByOne, simulate } from './delivered.ts';

const day = 24 * 3_600_000;

describePostgres('counting what visits tell', (open) => {
  it('comes to the same however batches come: late, twice, in any order, counted bit by bit, with failures', async () => {
    const database = await openWithQuiz(open);
    const property = fc.asyncProperty(fc.integer(), async (seed) => {
      await resetEvents(database);
      const random = createRandom(String(seed));
      const logs = simulate(String(seed), 40);
      const delivered = deliveries(logs, random);
      for (const batches of delivered) {
        await storeBatches(database, batches);
        const limit = 1 + random.below(30);
        if (random.next() < 0.3)
          await expect(countWaiting(placesIn(failing(database)), { limit })).rejects.toThrow('lost');
        if (random.next() < 0.7) await countWaiting(placesIn(database), { limit });
        if (random.next() < 0.2) await becomeOld(database);
      }
      await countAll(database, 50);
      const bitByBit = await readAll(database);
      await resetEvents(database);
      await storeBatches(database, delivered.flat());
      await countAll(database, 100_000);
      expect(bitByBit).toEqual(await readAll(database));
      expectTally(bitByBit.rows, logs);
      await expectLogs(database, logs);
    });
    await fc.assert(property, { numRuns: 5, endOnFailure: true });
  });

  it('counts the rest of a page when what came before it comes, and nothing waits for that', async () => {
    const database = await openWithQuiz(open);
    const [log] = simulate('a', 1);
    const [first, ...rest] = oneByOne(log!);
    await storeBatches(database, rest);
    await countAll(database, 100);
    expect(await readAll(database)).toEqual({ rows: [], visits: [] });
    await storeBatches(database, [first!]);
    expect(await countWaiting(placesIn(database), { limit: 1 })).toBe(1 + rest.length);
    expect(await countWaiting(placesIn(database), { limit: 1 })).toBe(0);
    expectTally((await readAll(database)).rows, [log!]);
  });

  it('leaves visits alone of which nothing came until then, and counts others as far as they have come', async () => {
    const database = await openWithQuiz(open);
    const [early, late] = simulate('until', 2);
    const [first, ...rest] = oneByOne(early!);
    const until = new Date(Date.now() - 60_000);
    await storeBatches(database, [first!]);
    await database.knex('event_batches').update({ received_at: until });
    await storeBatches(database, [...rest, ...oneByOne(late!)]);
    expect(await countWaiting(placesIn(database), { limit: 100, until })).toBe(1 + rest.length);
    expect(await countWaiting(placesIn(database), { limit: 100, until })).toBe(0);
    expectTally((await readAll(database)).rows, [early!]);
  });

  it('stays right where the version of a visit is published only later', async () => {
    const database = await open();
    const [log] = simulate('a', 1);
    const [first, ...rest] = oneByOne(log!);
    await storeBatches(database, [first!]);
    await countAll(database, 100);
    expect(await readAll(database)).toMatchObject({
      rows: [{ counts: { visits: 1, visitors: 1, unreadable: 1 } }],
      visits: [{ version: '' }],
    });
    await saveFunnelVersions(database, [quiz]);
    await storeBatches(database, rest);
    await countAll(database, 100);
    expectTally((await readAll(database)).rows, [log!]);
  });

  it('puts what an earlier program counted into logs when its month is over, and nothing else changes', async () => {
    const database = await openWithQuiz(open);
    const logs = simulate('earlier', 10);
    await storeBatches(database, logs.flatMap((log) => batchesOf(log, createRandom('earlier')))); // prettier-ignore
    await countAll(database, 100);
    await becomeOld(database);
    const before = await readAll(database);
    // Of last month by its name alone: the visits are of these days.
    const { knex } = database;
    const name = partitionOf(new Date(Date.now() - 31 * day).toISOString(), 'event_batches');
    await knex.raw(`
      CREATE TABLE ${name} (LIKE event_batches INCLUDING DEFAULTS);
      WITH moved AS (DELETE FROM event_batches RETURNING *) INSERT INTO ${name} SELECT * FROM moved;
      ALTER TABLE event_batches ATTACH PARTITION ${name} FOR VALUES FROM ('2020-01-01') TO ('2100-01-01')`);
    await removeOldVisits(database, { funnels: [quiz.id], months: 13, now: new Date() });
    while ((await moveCounted(placesIn(database), { limit: 20, now: new Date() })) > 0);
    expect(await readAll(database)).toEqual(before);
    await expectLogs(database, logs);
    await removeOldVisits(database, { funnels: [quiz.id], months: 13, now: new Date() });
    expect(await listPartitions(knex, 'event_batches')).toEqual([]);
  });

  it('tells 200 sources of a day apart, and those that it knows for good', async () => {
    const database = await openWithQuiz(open);
    const now = new Date().toISOString();
    const visit = (number: number, source: string): EventBatch => {
      const start = { version: quiz.version, locale: 'en', seed: `browser-${number}`, source };
      return { funnel: quiz.id, visit: visitAt(now, number), page: 1, n: 0, events: [[0, 'open', start]] };
    };
    await storeBatches(
      database,
      Array.from({ length: 202 }, (_, number) => visit(number, `source ${number}`)),
    );
    await countAll(database, 1_000);
    const known = await database.knex('quiz_visits').pluck<string[]>('utm_source');
    expect(new Set(known).size).toBe(201);
    expect(known.filter((source) => source === '(other)')).toHaveLength(2);
    await storeBatches(database, [visit(900, 'Source 7'), visit(901, 'one more')]);
    await countAll(database, 1_000);
    const late = database.knex('quiz_visits').whereIn('seed', ['browser-900', 'browser-901']).orderBy('seed');
    expect(await late.pluck('utm_source')).toEqual(['source 7', '(other)']);
  });
});

describePostgres('several processes', (open) => {
  it('count side by side what comes meanwhile, each batch once', async () => {
    const database = await openWithQuiz(open);
    const other = await openAgain(database);
    const random = createRandom('side by side');
    const logs = simulate('side by side', 60);
    for (const batches of deliveries(logs, random)) {
      const counting = [countWaiting(placesIn(database), { limit: 20 }), countWaiting(placesIn(other), { limit: 30 })];
      await Promise.all([storeBatches(database, batches), ...counting]);
    }
    await Promise.all([countAll(database, 20), countAll(other, 20)]);
    expectTally((await readAll(database)).rows, logs);
  });
});

/** All in one database. */
function placesIn(database: Database) {
  return { database, main: database };
}

async function openWithQuiz(open: OpenDatabase): Promise<Database> {
  const database = await open();
  await saveFunnelVersions(database, [quiz]);
  return database;
}

/** Loses the connection right before the commit. */
function failing(database: Database): Database {
  const knex = {
    transaction: (run: (trx: unknown) => Promise<unknown>) =>
      database.knex.transaction(async (trx) => {
        await run(trx);
        throw new Error('lost');
      }),
  } as unknown as Database['knex'];
  return { ...database, knex };
}

async function countAll(database: Database, limit: number): Promise<void> {
  while ((await countWaiting(placesIn(database), { limit })) > 0);
}

async function resetEvents({ knex }: Database): Promise<void> {
  await knex.raw('DELETE FROM event_batches; DELETE FROM quiz_counts; DELETE FROM quiz_visits');
}

/** As an earlier program left it: no visit has a log, all counted batches are in `event_batches`. */
async function becomeOld({ knex }: Database): Promise<void> {
  const stored = await readStoredVisits(knex, await knex('quiz_visits').whereNotNull('log').pluck<string[]>('id'));
  const rows = [...stored.values()]
    .flatMap(({ log }) => log!.batches)
    .flatMap(({ visit, page, n, count, funnel, events }) =>
      Array.from({ length: count }, (_, more) => {
        const told = JSON.stringify(more === 0 ? events : []);
        return { day: dayOfVisit(visit), visit, page, n: n + more, funnel, events: told, counted_at: new Date() };
      }),
    );
  if (rows.length > 0) await knex('event_batches').insert(rows).onConflict(['day', 'visit', 'page', 'n']).merge();
  await knex('quiz_visits').update({ log: null });
}

/** Every visit has told all that its pages did, and nothing of it is stored elsewhere. */
async function expectLogs({ knex }: Database, logs: readonly SimulatedLog[]): Promise<void> {
  const stored = await readStoredVisits(
    knex,
    logs.map(({ visit }) => visit),
  );
  for (const { visit, pages } of logs) {
    const { log, batches } = stored.get(visit)!;
    expect(log!.batches.map(({ page, events }) => ({ page, events }))).toEqual(pages);
    expect(batches).toEqual([]);
  }
}

async function readAll({ knex }: Database) {
  const counted = await knex('quiz_counts').select<(Record<string, unknown> & { counts: Counts })[]>('*');
  const stored = await knex('quiz_visits').select<Record<string, unknown>[]>('*').orderBy('id');
  const visits = stored.map((visit) => ({ ...visit, log: null }));
  // Rows that a visit has left for another one stay, with nothing in them.
  const rows = counted.filter(({ counts }) => Object.keys(counts).length > 0);
  return { rows: rows.toSorted(byKey), visits };
}

function byKey(one: object, other: object): number {
  const [a, b] = [one, other].map((row) => JSON.stringify({ ...row, counts: null }));
  return a! < b! ? -1 : 1;
}
