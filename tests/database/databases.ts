import { afterAll, describe, onTestFinished, TestRunner } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import { openFreshEmbedded } from './embedded-databases.ts';
import { connectAgain, openFreshPostgres } from './postgres-databases.ts';

export { urlOf } from './postgres-databases.ts';

/** Opens a fresh, migrated database, closed after the test, or after the block if it was opened outside a test. */
export type OpenDatabase = () => Promise<Database>;

/** Runs a block of tests on the embedded database and on a PostgreSQL server. */
export function describeDatabases(sentence: string, block: (open: OpenDatabase) => void): void {
  describe(`${sentence} (embedded)`, () => block(closing(openFreshEmbedded)));
  describePostgres(sentence, block);
}

/** Runs a block of tests on a PostgreSQL server only: for what several processes do to one database. */
export function describePostgres(sentence: string, block: (open: OpenDatabase) => void): void {
  describe(`${sentence} (PostgreSQL)`, () => block(closing(openFreshPostgres)));
}

/** In a test, opens the same PostgreSQL database with a pool of its own, as another process would. */
export async function openAgain(database: Database): Promise<Database> {
  const again = await connectAgain(database);
  onTestFinished(() => again.close());
  return again;
}

function closing(open: OpenDatabase): OpenDatabase {
  const openedOutside: Database[] = [];
  afterAll(async () => void (await Promise.all(openedOutside.map((database) => database.close()))));
  return async () => {
    const database = await open();
    if (TestRunner.getCurrentTest()) onTestFinished(() => database.close());
    else openedOutside.push(database);
    return database;
  };
}
