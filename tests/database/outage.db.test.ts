import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';
import { createLog } from '../../api/platform/log.ts';
import { startPostgres, type Postgres } from '../../scripts/postgres/start-postgres.ts';

const log = createLog('silent');
const one = { name: 'one', text: 'SELECT 1 AS one', values: [] };

/** On a server of its own: no other test may notice. */
describe('a PostgreSQL server that restarts', () => {
  let postgres: Postgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openPostgres({ databaseUrl: postgres.url, log });
    await database.knex.raw('CREATE TABLE notes (id integer PRIMARY KEY)');
  });

  afterAll(async () => {
    await database.close();
    await postgres.remove();
  });

  it('fails queries only while it is away, and loses no acknowledged write', async () => {
    const load = startLoad(database);
    await load.untilSucceeded(200);
    await postgres.stop('immediate');
    await load.untilFailed(20);
    await postgres.start();
    const restarted = performance.now();
    await load.untilSucceeded(20);
    const recovery = performance.now() - restarted;
    await load.stop();
    expect(load.unexpected).toEqual([]);
    expect(recovery).toBeLessThan(2_000);
    const kept = new Set(await database.knex('notes').pluck<number[]>('id'));
    expect(load.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('is used at once again, on every connection of the pool', async () => {
    await Promise.all(Array.from({ length: 20 }, () => database.knex.raw('SELECT pg_sleep(0.05)')));
    await postgres.stop('fast');
    await postgres.start();
    const all = await Promise.all(Array.from({ length: 20 }, () => database.query(one)));
    expect(all).toEqual(Array.from({ length: 20 }, () => [{ one: 1 }]));
  });

  it('fails a transaction that it interrupts, and the next one works', async () => {
    const interrupted = database.knex.transaction(async (transaction) => {
      await transaction('notes').insert({ id: -1 });
      await postgres.stop('immediate');
      await postgres.start();
      await transaction('notes').insert({ id: -2 });
    });
    const error: unknown = await interrupted.catch((error: unknown) => error);
    expect(isUnavailable(error)).toBe(true);
    await database.knex.transaction((transaction) => transaction('notes').insert({ id: -3 }));
    expect(await database.knex('notes').where('id', '<', 0).pluck('id')).toEqual([-3]);
  });

  it('does not keep the database from being closed while it is away', async () => {
    const second = await openPostgres({ databaseUrl: postgres.url, log });
    await second.ping();
    await postgres.stop('immediate');
    await second.close();
    await postgres.start();
  });
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Ten visitors who each write a row by Knex, then read by a prepared statement, again and again. */
function startLoad(database: Database) {
  const load = { acknowledged: [] as number[], unexpected: [] as unknown[], failed: 0, next: 0, isStopped: false };
  const visit = async () => {
    while (!load.isStopped) {
      const id = load.next++;
      try {
        await database.knex('notes').insert({ id });
        load.acknowledged.push(id);
        await database.query(one);
      } catch (error) {
        load.failed++;
        if (!isUnavailable(error)) load.unexpected.push(error);
      }
      await soon();
    }
  };
  const visits = Promise.all(Array.from({ length: 10 }, visit));
  const untilSucceeded = async (more: number) => {
    const goal = load.acknowledged.length + more;
    while (load.acknowledged.length < goal) await soon();
  };
  const untilFailed = async (more: number) => {
    const goal = load.failed + more;
    while (load.failed < goal) await soon();
  };
  const stop = async () => {
    load.isStopped = true;
    await visits;
  };
  return { ...load, untilSucceeded, untilFailed, stop };
}
