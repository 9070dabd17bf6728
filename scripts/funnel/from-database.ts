import { join } from 'node:path';
import { ConfigError, readConfig, type Config } from '../../api/config.ts';
import { DatabaseError, type Database } from '../../api/db/database.ts';
import { findHolder } from '../../api/db/embedded/lock-folder.ts';
import { processHeader } from '../../api/http/process-header.ts';
import { createLog } from '../../api/log.ts';
import { localUrlOf } from '../../api/server-address.ts';
import { withDatabase } from '../with-database.ts';
import { CommandError } from './io.ts';

/** How something is read of what visitors did. */
interface Reading<Result> {
  /** From the database, by this process. */
  readonly read: (database: Database) => Promise<Result | undefined>;
  /** Where a server in development answers the same as JSON: a path of `/dev/`. */
  readonly path: string;
}

/**
 * Reads from the database that the server uses, by the same environment (docs/operations.md); undefined where there is
 * no such thing. The embedded database belongs to one process: where a server has it, that server is asked. Throws a
 * `CommandError` where the database can't be read.
 */
export async function fromDatabase<Result>({ read, path }: Reading<Result>): Promise<Result | undefined> {
  try {
    const config = readConfig(process.env);
    const holder = config.databaseUrl === null ? await findHolder(join(config.dataDirectory, 'db')) : undefined;
    if (holder === undefined) return await withDatabase(config, createLog(config.logLevel), read);
    return (await askServer(urlOf(config, path), holder)) as Result | undefined;
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DatabaseError) throw new CommandError(error.message);
    throw error;
  }
}

/** What the process that has the database answers; undefined where it knows of no such thing. */
async function askServer(url: string, holder: number): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch((error: unknown) => {
    if (error instanceof TypeError) return null; // nobody listens there
    throw new CommandError(`The server did not answer: ${url}`);
  });
  if (answer?.headers.get(processHeader) !== String(holder))
    throw new CommandError(
      `The database is in use by process ${holder}, which is no server at ${new URL(url).origin}. ` +
        'If it is a server, set PORT and HOST to where it listens; else wait until it has ended.',
    );
  if (answer.status === 404) return undefined;
  if (answer.ok) return answer.json();
  throw new CommandError(`The server answered ${answer.status}: its log says why. ${url}`);
}

function urlOf({ host, port }: Config, path: string): string {
  return `${localUrlOf({ url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` })}${path}`;
}
