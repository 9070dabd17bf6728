import type { Config } from '../api/platform/config/config.ts';
import { closeToOthers } from '../api/platform/data-directory.ts';
import type { Database } from '../api/platform/db/database.ts';
import { migrate } from '../api/platform/db/migrate.ts';
import { openDatabase } from '../api/platform/db/open-database.ts';
import type { Log } from '../api/platform/log.ts';

/** Does something with the database that the server uses, brought up to date by these migrations, and closes it. */
export async function withDatabase<Result>(
  config: Config,
  log: Log,
  work: (database: Database, migrated: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const umask = closeToOthers(config.dataDirectory);
  try {
    const database = await openDatabase({ ...config, log });
    try {
      return await work(database, await migrate(database));
    } finally {
      await database.close();
    }
  } finally {
    process.umask(umask);
  }
}
