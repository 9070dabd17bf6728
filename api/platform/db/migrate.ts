import type { Knex } from 'knex';
import { DatabaseError, type Database } from './database.ts';
import { allowSilence } from './silence.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';

/** Any number that no other program uses for its locks on the same database. */
const lockId = 7_291_034_417;

/**
 * Brings the database up to date, and returns the names of the migrations that it ran, in order. All of them happen or
 * none. Processes that start together wait for one another. Throws `DatabaseError` if the database is newer than the
 * code.
 */
export async function migrate(
  database: Database,
  migrations: Readonly<Record<string, Migration>> = allMigrations,
): Promise<readonly string[]> {
  return database.knex.transaction(async (transaction) => {
    const endSilence = await allowSilence(transaction);
    try {
      return await runPending(transaction, migrations);
    } finally {
      endSilence();
    }
  });
}

async function runPending(
  transaction: Knex.Transaction,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  // Both end with the transaction, however it ends: a process that is killed leaves no lock behind.
  await transaction.raw('SET LOCAL statement_timeout = 0');
  await transaction.raw('SELECT pg_advisory_xact_lock(?)', [lockId]);
  const done = await readDone(transaction);
  assertKnown(done, migrations);
  const pending = Object.entries(migrations).filter(([name]) => !done.includes(name));
  for (const [name, migration] of pending) {
    await migration.up(transaction);
    await transaction('migrations').insert({ name });
  }
  return pending.map(([name]) => name);
}

async function readDone(transaction: Knex.Transaction): Promise<readonly string[]> {
  await transaction.raw(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      run_at timestamptz NOT NULL DEFAULT now()
    )
  `);
  return transaction('migrations').pluck<string[]>('name');
}

function assertKnown(done: readonly string[], migrations: Readonly<Record<string, Migration>>): void {
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new DatabaseError(
    `The database is newer than this version of the program: it has the migrations ${unknown.join(', ')}. ` +
      'Start the newer version, or restore a backup from before.',
  );
}
