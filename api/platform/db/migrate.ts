import type { Knex } from 'knex';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Database } from './database.ts';
import { allowSilence } from './silence.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';

/** Any number that no other program uses for its locks on the same database. */
const lockId = 7_291_034_417;

/** How often a process looks whether the one that migrates has finished. */
const pollMilliseconds = 250;

type Migrations = Readonly<Record<string, Migration>>;

interface MigrateOptions {
  /** Default: all that there are. */
  readonly migrations?: Migrations;
  /** Called once, before the first thing that may take long: a migration, or the wait for another process. */
  readonly beforeWaiting?: () => Promise<unknown>;
}

/**
 * Brings the database up to date, one transaction for each migration, and returns the names of those that it ran, in
 * order. Where one fails, those before it stay. Processes that start together wait for one another. Throws
 * `DatabaseError` if the database is newer than the code can work with.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<readonly string[]> {
  const { migrations = allMigrations, beforeWaiting = () => Promise.resolve() } = options;
  const ran: string[] = [];
  if ((await findPending(database.knex, migrations)).length === 0) return ran;
  await beforeWaiting();
  for (;;) {
    const outcome = await runNext(database, migrations).catch(lockedIfLate);
    if (outcome === 'up to date') return ran;
    if (outcome === 'locked') await sleep(pollMilliseconds);
    else if (outcome !== 'prepared') ran.push(outcome.ran);
  }
}

/** Waits until another process has brought the database up to date; throws as `migrate` does. */
export async function waitForMigrations(database: Database, options: MigrateOptions = {}): Promise<void> {
  const { migrations = allMigrations, beforeWaiting = () => Promise.resolve() } = options;
  for (let isFirst = true; (await findPending(database.knex, migrations)).length > 0; isFirst = false) {
    if (isFirst) await beforeWaiting();
    await sleep(pollMilliseconds);
  }
}

type Outcome = 'up to date' | 'locked' | 'prepared' | { readonly ran: string };

/**
 * Runs the first migration that is pending, under a lock that ends with its transaction: a process that is killed leaves
 * none behind. It is tried, not waited for: CREATE INDEX CONCURRENTLY waits for a process that waits inside a statement.
 */
async function runNext(database: Database, migrations: Migrations): Promise<Outcome> {
  return database.knex.transaction(async (transaction) => {
    const { rows } = await transaction.raw<{ rows: readonly { locked: boolean }[] }>(
      'SELECT pg_try_advisory_xact_lock(?) AS locked',
      [lockId],
    );
    if (!rows[0]?.locked) return 'locked';
    const endSilence = await allowSilence(transaction);
    try {
      await transaction.raw(limits);
      if (await prepareTable(transaction)) return 'prepared';
      const [name] = await findPending(transaction, migrations);
      if (name === undefined) return 'up to date';
      await run(database, transaction, migrations[name]!);
      await transaction('migrations').insert({ name, needs: migrations[name]!.needs ?? null });
      return { ran: name };
    } finally {
      endSilence();
    }
  });
}

async function run(database: Database, transaction: Knex.Transaction, migration: Migration): Promise<void> {
  if ('up' in migration) return migration.up(transaction);
  // The embedded database does one transaction at a time, so nothing is held up by an ordinary index.
  if (database.kind === 'embedded')
    for (const statement of migration.statements) await transaction.raw(statement.replace('CONCURRENTLY', ''));
  else await runOutside(database.knex, migration.statements);
}

/** Runs statements that can't be part of a transaction, on one connection, for as long as they take. */
async function runOutside(knex: Knex, statements: readonly string[]): Promise<void> {
  const connection: unknown = await knex.client.acquireConnection();
  const execute = (sql: string) => knex.raw(sql).connection(connection);
  const endSilence = await allowSilence({ client: { acquireConnection: () => Promise.resolve(connection) } });
  try {
    await execute('SET statement_timeout = 0');
    for (const statement of statements) await execute(statement);
  } finally {
    endSilence();
    // A broken connection fails again for the next caller.
    await execute('RESET statement_timeout').catch(() => undefined);
    await knex.client.releaseConnection(connection);
  }
}

/** A table that is in use is asked for again and again, so that requests wait behind a migration for seconds at most. */
function lockedIfLate(error: unknown): Outcome {
  if (error instanceof Error && 'code' in error && error.code === '55P03') return 'locked';
  throw error;
}

const limits = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL lock_timeout = '2s'`;

/**
 * Makes the table of migrations where it isn't as it has to be, in a transaction of its own: a long migration must not
 * hold a lock that those who look for what is pending wait for. Resolves to whether there was anything to make.
 */
async function prepareTable(transaction: Knex.Transaction): Promise<boolean> {
  const { rows } = await transaction.raw<{ rows: readonly object[] }>(
    "SELECT FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attname = 'needs'",
  );
  if (rows.length > 0) return false;
  await transaction.raw(createTable);
  return true;
}

const createTable = `
  CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    run_at timestamptz NOT NULL DEFAULT now()
  );
  -- The migration that a program has to know to work with the schema after this one; null: any program can.
  ALTER TABLE migrations ADD COLUMN IF NOT EXISTS needs text`;

/** The names of those that have not run yet, in order. */
async function findPending(knex: Knex, migrations: Migrations): Promise<readonly string[]> {
  const done = await readDone(knex);
  assertUsable(done, migrations);
  const names = new Set(done.map(({ name }) => name));
  return Object.keys(migrations).filter((name) => !names.has(name));
}

interface DoneMigration {
  readonly name: string;
  readonly needs?: string | null;
}

/** None where the database is empty. */
async function readDone(knex: Knex): Promise<readonly DoneMigration[]> {
  const { rows } = await knex.raw<{ rows: readonly { there: boolean }[] }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS there",
  );
  return rows[0]?.there ? knex('migrations').select<DoneMigration[]>() : [];
}

function assertUsable(done: readonly DoneMigration[], migrations: Migrations): void {
  const tooNew = done.filter(({ name, needs }) => !(name in migrations) && needs != null && !(needs in migrations));
  if (tooNew.length === 0) return;
  throw new DatabaseError(
    'The database is newer than this version of the program can work with: it has the migrations ' +
      `${tooNew.map(({ name }) => name).join(', ')}. Start the newer version, or restore a backup from before.`,
  );
}
