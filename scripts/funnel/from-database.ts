import { type Config, ConfigError, readConfig } from '../../api/platform/config/config.ts';
import { openEvents } from '../../api/events/open-events.ts';
import type { ReportSources } from '../../api/reports/read-report.ts';
import { DatabaseError } from '../../api/platform/db/database.ts';
import { createReplica, type Databases } from '../../api/platform/db/replica.ts';
import { createLog, type Log } from '../../api/platform/log.ts';
import { refuseToWait, withDatabase } from '../with-database.ts';
import { CommandError } from './write-files.ts';

interface Opened extends Databases {
  readonly config: Config;
  readonly log: Log;
}

/**
 * Reads from the database that the server uses, by the same environment (docs/guide/operations.md). Throws a
 * `CommandError` where the database can't be read.
 */
export async function fromDatabase<Result>(read: (opened: Opened) => Promise<Result>): Promise<Result> {
  try {
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    return await withDatabase(config, log, (database) => {
      const replica = createReplica({ database, config, log });
      return read({ database, replica, config, log }).finally(() => replica?.close());
    });
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DatabaseError) throw new CommandError(error.message);
    throw error;
  }
}

/** The same of what visitors did. */
export function fromEvents<Result>(read: (sources: ReportSources) => Promise<Result>): Promise<Result> {
  return fromDatabase(async (opened) => {
    const waiting = opened.config.migrates ? {} : { beforeWaiting: refuseToWait };
    const { events, close } = await openEvents({ ...opened, ...waiting });
    return read({ ...opened, events }).finally(close);
  });
}
