import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { isUnavailable } from '../../api/platform/db/unavailable.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createLog } from '../../api/platform/log.ts';
import { recordingLog } from '../harness/app.ts';
import { describeDatabases, describePostgres, openAgain, urlOf } from '../harness/databases.ts';

const addOne = (value: number) => ({ name: 'add_one', text: 'SELECT $1::integer + 1 AS sum', values: [value] });

describeDatabases('prepared statements', (open) => {
  it('run in parallel under one name', async () => {
    const { query } = await open();
    const sums = await Promise.all(Array.from({ length: 200 }, (_, n) => query(addOne(n))));
    expect(sums).toEqual(Array.from({ length: 200 }, (_, n) => [{ sum: n + 1 }]));
  });

  it('run while transactions run', async () => {
    const { query, knex } = await open();
    const write = (n: number) =>
      knex.transaction(async (transaction) => {
        await transaction('rate_limits').insert({ key: `key ${n}` });
        await transaction('rate_limits')
          .where({ key: `key ${n}` })
          .update({ points: n });
      });
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    const [sums] = await Promise.all([Promise.all(numbers.map((n) => query(addOne(n)))), ...numbers.map(write)]);
    expect(sums).toHaveLength(30);
    expect(await knex('rate_limits').sum('points as sum')).toEqual([{ sum: 435 }]);
  });

  it('run again after they failed', async () => {
    const { query } = await open();
    const divide = (by: number) => query({ name: 'divide', text: 'SELECT 10 / $1::integer AS n', values: [by] });
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect(await divide(5)).toEqual([{ n: 2 }]);
  });

  it('fail when they are wrong, and harm no other', async () => {
    const { query, ping } = await open();
    await expect(query({ name: 'wrong', text: 'SELECT nothing', values: [] })).rejects.toThrow('does not exist');
    await ping();
  });
});

describePostgres('prepared statements', (open) => {
  it('run all the same when another process changed what they return', async () => {
    const database = await open();
    const other = await openAgain(database);
    const all = { name: 'all', text: 'SELECT * FROM rate_limits', values: [] };
    const askEverywhere = () => Promise.all(Array.from({ length: 20 }, () => database.query(all)));
    await askEverywhere();
    await other.knex.raw('ALTER TABLE rate_limits ADD COLUMN note text');
    expect(await askEverywhere()).toEqual(Array.from({ length: 20 }, () => []));
  });

  it('run all the same where a pooler has forgotten them, and the log says what to set', async () => {
    const { log, logged } = recordingLog();
    const { knex, query, close } = await openPostgres({ databaseUrl: urlOf(await open()), log, poolSize: 1 });
    onTestFinished(close);
    await query(addOne(1));
    await knex.raw('DEALLOCATE ALL');
    expect(await query(addOne(2))).toEqual([{ sum: 3 }]);
    await knex.raw('PREPARE add_one (integer) AS SELECT 40 + $1 AS sum');
    expect(await query(addOne(2))).toEqual([{ sum: 3 }]);
    await query(addOne(2));
    expect(logged.map(({ event, context }) => `${event} ${String(context?.['message'])}`)).toEqual([
      expect.stringMatching(/^database_connection_lost .*"add_one" does not exist.* DATABASE_PREPARED/),
      expect.stringMatching(/^database_connection_lost .*"add_one" already exists.* DATABASE_PREPARED/),
    ]);
  });
});

describePostgres('prepared statements in shared sessions', (open) => {
  it('are taken for known, told where they are not, and stand for one text each', async () => {
    const own = await open();
    const databaseUrl = urlOf(own);
    const shared = await openPostgres({ databaseUrl, log: createLog('silent'), prepared: 'shared', poolSize: 1 });
    onTestFinished(() => shared.close());
    const { query, knex } = shared;
    const find = () => knex('pg_prepared_statements').where('name', 'like', 'add%').pluck('name');
    expect(await query(addOne(1))).toEqual([{ sum: 2 }]);
    const known = await find();
    expect(known).toEqual([expect.stringMatching(/^add_one-[0-9a-f]{16}$/)]);
    // As if the pooler handed over another session, which doesn't know it; and one that knows it from another process.
    await knex.raw('DEALLOCATE ALL');
    expect(await query(addOne(2))).toEqual([{ sum: 3 }]);
    await knex.raw(`DEALLOCATE ALL; PREPARE "${known[0]}" (integer) AS SELECT 40 + $1 AS sum`);
    expect(await query(addOne(2))).toEqual([{ sum: 42 }]);
    await knex.raw('ALTER TABLE rate_limits ADD COLUMN note text');
    const all = { name: 'all', text: 'SELECT * FROM rate_limits', values: [] };
    expect(await query(all)).toEqual([]);
    await knex.raw('ALTER TABLE rate_limits ADD COLUMN more text');
    expect([await query(all), await query(all)]).toEqual([[], []]);
  });
});

describePostgres('connections that a failover has left on a server that only reads', (open) => {
  it('fail as unavailable once, and are replaced, whichever way they are asked', async () => {
    const { knex, query } = await open();
    const insert = { name: 'insert', text: "INSERT INTO rate_limits (key) VALUES ('prepared')", values: [] };
    const ways = [
      () => query(insert),
      () => knex('rate_limits').insert({ key: 'built' }),
      () => knex.transaction((transaction) => transaction('rate_limits').insert({ key: 'in a transaction' })),
    ];
    for (const write of ways) {
      await knex.raw('SET default_transaction_read_only = on');
      expect(await write().then(() => 'written', isUnavailable)).toBe(true);
      await write();
    }
    expect(await knex('rate_limits').pluck('key')).toHaveLength(3);
  });
});

describePostgres('a database that can only be read', (open) => {
  it('refuses all: on a standby no visitor can sign up', async () => {
    const database = await open();
    await database.ping();
    await database.knex.raw('ALTER DATABASE ?? SET default_transaction_read_only = on', [nameOf(database)]);
    const again = await openAgain(database);
    await expect(again.ping()).rejects.toThrow('The database can only be read.');
  });
});

function nameOf(database: Database): string {
  return new URL(urlOf(database)).pathname.slice(1);
}
