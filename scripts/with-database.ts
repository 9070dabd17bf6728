import type { Config } from '../api/platform/config/config.ts';
import { closeToOthers } from '../api/platform/data-directory.ts';
import { type Database, DatabaseError } from '../api/platform/db/database.ts';
import { migrate, waitForMigrations } from '../api/platform/db/migrate.ts';
import { openBeside } from '../api/platform/db/open-database.ts';
import type { Log } from '../api/platform/log.ts';

/**
 * Does something with the database that the server uses, brought up to date by these migrations, and closes it. Throws
 * `DatabaseError` where `MIGRATE` is off and some are pending.
 */
export async function withDatabase<Result>(
  config: Config,
  log: Log,
  work: (database: Database, migrated: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const umask = closeToOthers(config.dataDirectory);
  try {
    const database = await openBeside({ ...config, log });
    try {
      return await work(database, config.migrates ? await migrate(database) : await requireUpToDate(database));
    } finally {
      await database.close();
    }
  } finally {
    process.umask(umask);
  }
}

async function requireUpToDate(database: Database): Promise<readonly string[]> {
  await waitForMigrations(database, { beforeWaiting: refuseToWait });
  return [];
}

/** What a command does instead of waiting for migrations. */
export function refuseToWait(): Promise<never> {
  const message = 'The database has to be brought up to date by npm run migrate: MIGRATE is off.';
  return Promise.reject(new DatabaseError(message));
}
