import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Database, DatabaseError } from '../../api/platform/db/database.ts';
import { migrate, waitForMigrations } from '../../api/platform/db/migrate.ts';
import * as sources from '../../api/platform/db/migrations/0006_sources.ts';
import { migrations, type Migration } from '../../api/platform/db/migrations/index.ts';
import { openPostgres } from '../../api/platform/db/open-postgres.ts';
import { createLog } from '../../api/platform/log.ts';
import { describeDatabases, describePostgres, openAgain, urlOf } from '../harness/databases.ts';

const run = (sql: string): Migration => ({ up: async (knex) => void (await knex.raw(sql)) });
/** The program's migrations and these. */
const having = (more: Readonly<Record<string, Migration>>) => ({ migrations: { ...migrations, ...more } });
const withNotes = { ...migrations, '0900_notes': run('CREATE TABLE notes (text text)') };

describeDatabases('migrations', (open) => {
  // Each test has migrations of its own: an embedded database that was changed can't be emptied, and a new one takes long.
  let database: Database;
  beforeAll(async () => void (database = await open()));

  it('run once, in order', async () => {
    const more = {
      '0900_ordered': run('CREATE TABLE ordered (text text)'),
      '0901_row': run("INSERT INTO ordered VALUES ('first')"),
    };
    expect(await migrate(database, having(more))).toEqual(['0900_ordered', '0901_row']);
    expect(await migrate(database, having(more))).toEqual([]);
    expect(await database.knex('ordered').pluck('text')).toEqual(['first']);
  });

  it('leave nothing of one that fails behind, and those before it in place', async () => {
    const before = { '0902_notes': run('CREATE TABLE notes (text text)') };
    const broken = { ...before, '0903_broken': run('CREATE TABLE users (twice text)') };
    await expect(migrate(database, having(broken))).rejects.toThrow('"users" already exists');
    expect(await database.knex('notes').pluck('text')).toEqual([]);
    expect(await migrate(database, having(before))).toEqual([]);
  });

  it('may have statements that can be part of no transaction', async () => {
    const statements = ['CREATE INDEX CONCURRENTLY IF NOT EXISTS users_by_age ON users (created_at)'];
    expect(await migrate(database, having({ '0904_index': { statements } }))).toEqual(['0904_index']);
    const { rows } = await database.knex.raw<{ rows: object[] }>(
      "SELECT FROM pg_index WHERE indisvalid AND indexrelid = 'users_by_age'::regclass",
    );
    expect(rows).toHaveLength(1);
  });

  it('run once when two are started at once', async () => {
    const both = having({ '0905_twice': run('CREATE TABLE twice (text text)') });
    const done = await Promise.all([migrate(database, both), migrate(database, both)]);
    expect(done.flat()).toEqual(['0905_twice']);
  });

  it('of sources leave no address in a utm_source, and none of an account that is removed', async () => {
    const { knex } = database;
    const pay = async (utm_source: string, fields: object = {}) => {
      const row = { email: `${utm_source.length}@example.org`, password_hash: 'x', agreed_at: new Date(), ...fields };
      const [user] = await knex('users')
        .insert({ ...row, promo: { utm_source, from: 'mail' } })
        .returning<{ id: string }[]>('id');
      const about = { plan: 'basic', kind: 'purchase', status: 'succeeded', amount: 1499, currency: 'USD' };
      await knex('payments').insert({ ...about, user_id: user?.id, utm_source, paid_at: new Date() });
      return user!.id;
    };
    const users = [await pay('spring'), await pay('ana@example.org'), await pay('x'.repeat(70))];
    users.push(await pay('gone', { email: null, password_hash: null, deleted_at: new Date() }));
    await sources.up(knex);
    const storedRows = await knex('payments').select<{ user_id: string; utm_source: string | null }[]>();
    const sourceOf = new Map(storedRows.map((row) => [row.user_id, row.utm_source]));
    expect(users.map((id) => sourceOf.get(id))).toEqual(['spring', null, 'x'.repeat(64), null]);
    expect(await knex('users').where({ id: users[1]! }).pluck('promo')).toEqual([{ utm_source: '', from: 'mail' }]);
  });
});

describeDatabases('migrations of a newer program', (open) => {
  it('let an older one work, unless one says that it needs to be known', async () => {
    const database = await open();
    await migrate(database, { migrations: withNotes });
    expect(await migrate(database)).toEqual([]);
    const contracting = { ...withNotes, '0901_no_notes': { ...run('DROP TABLE notes'), needs: '0900_notes' } };
    await migrate(database, { migrations: contracting });
    expect(await migrate(database, { migrations: withNotes })).toEqual([]);
    const older = migrate(database);
    await expect(older).rejects.toThrow(DatabaseError);
    await expect(older).rejects.toThrow('can work with: it has the migrations 0901_no_notes.');
  });
});

/** Whether somebody waits for a lock on this table. */
async function waitingFor({ knex }: Database, table: string): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: object[] }>(
    'SELECT FROM pg_locks WHERE relation = ?::regclass AND NOT granted',
    [table],
  );
  return rows.length > 0;
}

describePostgres('the migration of visits', (open) => {
  it('leaves them in the partition of this month, found by their ids, and an earlier program writes them', async () => {
    const database = await open();
    const { knex } = database;
    await knex.raw('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const before = Object.entries(migrations).filter(([name]) => name < '0030');
    await migrate(database, { migrations: Object.fromEntries(before) });
    const row = { funnel: 'sleep-issues', version: 'v1', seed: '1', first: true, locale: 'en', utm_source: 'meta' };
    const more = { started_at: '2026-11-21T12:00:00.000Z', variants: {}, met: { proof: 'plain' }, last_step: 'hours' };
    const ids = ['01900000-0000-7000-8000-000000000001', 'ffffffff-0000-4000-8000-000000000002'];
    const visits = ids.map((id) => ({ id, ...row, ...more }));
    await knex('quiz_visits').insert(visits);
    await migrate(database);
    expect(await knex('quiz_visits').orderBy('id')).toMatchObject(
      visits.map((visit) => ({ ...visit, started_at: new Date(visit.started_at), log: null })),
    );
    expect(await knex('quiz_visits_other').pluck('id')).toEqual([ids[1]]);
    // As programs before this migration do it.
    await knex.raw(
      `INSERT INTO quiz_visits SELECT * FROM jsonb_populate_recordset(NULL::quiz_visits, ?::jsonb)
       ON CONFLICT (id) DO UPDATE SET last_step = excluded.last_step`,
      [
        JSON.stringify([
          { ...visits[0], last_step: 'wish' },
          { ...visits[0], id: ids[0]!.replace(/1$/, '3') },
        ]),
      ],
    );
    expect(await knex('quiz_visits').orderBy('id').pluck('last_step')).toEqual(['wish', 'hours', 'hours']);
  });
});

describePostgres('migrations of several processes', (open) => {
  it('are waited for by one that does not run them itself', async () => {
    const [database, order] = [await open(), [] as string[]];
    const beforeWaiting = () => Promise.resolve(void order.push('waits'));
    const waited = waitForMigrations(await openAgain(database), { migrations: withNotes, beforeWaiting });
    await expect.poll(() => order).toEqual(['waits']);
    await migrate(database, { migrations: withNotes });
    await waited;
  });

  it('run in one of them, and the others wait', async () => {
    const first = await open();
    const processes = [first, await openAgain(first), await openAgain(first), await openAgain(first)];
    const slow = { ...migrations, '0900_slow': run('SELECT pg_sleep(0.3); CREATE TABLE notes (text text)') };
    const done = await Promise.all(processes.map((process) => migrate(process, { migrations: slow })));
    expect(done.flat()).toEqual(['0900_slow']);
  });

  it('do not block a look at what is pending, and ask again for a table that is in use', async () => {
    const database = await open();
    const other = await openAgain(database);
    const reader = await other.knex.transaction();
    await reader('users').select('id');
    const order: string[] = [];
    const widen = run('ALTER TABLE users ADD COLUMN age integer');
    const done = migrate(database, { migrations: { ...migrations, '0900_age': widen } }).then(() =>
      order.push('migrated'),
    );
    await expect.poll(() => waitingFor(other, 'users')).toBe(true);
    // A query that comes after the migration waits until that gives way, not until the reader has finished.
    await other.knex('users').select('id');
    expect(await migrate(other)).toEqual([]);
    expect(order).toEqual([]);
    await reader.commit();
    await done;
  });

  it('leave no session without its limits, even where a statement outside a transaction fails', async () => {
    const database = await open();
    const failing = { statements: ['CREATE INDEX CONCURRENTLY nothing ON nowhere (id)'] };
    const migrating = migrate(database, { migrations: { ...migrations, '0900_failing': failing } });
    await expect(migrating).rejects.toThrow('"nowhere" does not exist');
    // Each on a connection of its own.
    const text = "SELECT current_setting('statement_timeout') AS timeout FROM pg_sleep(0.05)";
    const ask = () => database.query<{ timeout: string }>({ name: 'timeout', text, values: [] });
    const rows = await Promise.all(Array.from({ length: 10 }, ask));
    expect([...new Set(rows.flat().map(({ timeout }) => timeout))]).toEqual(['30s']);
  });

  it('run although a process was killed in the middle of its own', async () => {
    const database = await open();
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/database/hang-in-migration.ts', urlOf(database)]);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    expect(await migrate(database, { migrations: withNotes })).toEqual(['0900_notes']);
  });

  it('may take longer than a server may be silent otherwise', async () => {
    const options = { databaseUrl: urlOf(await open()), log: createLog('silent'), silenceMilliseconds: 200 };
    const database = await openPostgres(options);
    onTestFinished(() => database.close());
    expect(
      await migrate(database, { migrations: { ...migrations, '0900_slow': run('SELECT pg_sleep(0.6)') } }),
    ).toEqual(['0900_slow']);
    await expect(database.knex.raw('SELECT pg_sleep(0.6)')).rejects.toThrow('The database server went silent');
  });
});
