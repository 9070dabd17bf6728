import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../../api/platform/config/config.ts';
import { openEvents } from '../../api/events/open-events.ts';
import type { ReportSources } from '../../api/reports/read-report.ts';
import { DatabaseError } from '../../api/platform/db/database.ts';
import { askHolder, type HolderAnswer } from '../../api/platform/db/embedded/lock-folder.ts';
import { createReplica, type Databases } from '../../api/platform/db/replica.ts';
import { createLog, type Log } from '../../api/platform/log.ts';
import { refuseToWait, withDatabase } from '../with-database.ts';
import { CommandError } from './write-files.ts';

/** How something is read. */
interface Reading<Sources, Result> {
  /** From the database, by this process. */
  readonly read: (sources: Sources) => Promise<Result | undefined>;
  /** Where the server that has the embedded database answers the same as JSON. */
  readonly path: string;
}

interface Opened extends Databases {
  readonly config: Config;
  readonly log: Log;
}

/**
 * Reads from the database that the server uses, by the same environment (docs/guide/operations.md); undefined where there is
 * no such thing. The embedded database belongs to one process: where a server has it, that server is asked, by a socket
 * in `DATA_DIR` that only this user can reach. Throws a `CommandError` where the database can't be read.
 */
export async function fromDatabase<Result>({ read, path }: Reading<Opened, Result>): Promise<Result | undefined> {
  try {
    const config = readConfig(process.env);
    const answer = config.databaseUrl === null ? await askServer(join(config.dataDirectory, 'db'), path) : undefined;
    if (answer !== undefined) return readAnswer(answer) as Result | undefined;
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
export function fromEvents<Result>({ read, path }: Reading<ReportSources, Result>): Promise<Result | undefined> {
  return fromDatabase({
    path,
    async read(opened) {
      const waiting = opened.config.migrates ? {} : { beforeWaiting: refuseToWait };
      const { events, close } = await openEvents({ ...opened, ...waiting });
      return read({ ...opened, events }).finally(close);
    },
  });
}

function askServer(folder: string, path: string): Promise<HolderAnswer | undefined> {
  return askHolder(folder, path).catch((error: unknown) => {
    throw new CommandError(`The process that has the database in ${folder} did not answer: ${String(error)}`);
  });
}

/** What the process that has the database answers; undefined where it knows of no such thing. */
function readAnswer({ status, body }: HolderAnswer): unknown {
  if (status === 404) return undefined;
  if (status === 200) return JSON.parse(body);
  throw new CommandError(
    status === 503
      ? 'The database is in use by a process that can’t answer now: another command, or a server that is starting. ' +
          'Wait until it has ended, or is ready.'
      : `The server answered ${status}: its log says why.`,
  );
}
