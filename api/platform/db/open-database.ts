import type { Log } from '../log.ts';
import type { Database, DatabaseSetting, Prepared } from './database.ts';

interface DatabaseOptions {
  /** Of a PostgreSQL server; `null` for the embedded database. */
  readonly databaseUrl: string | null;
  /** The setting that it comes from, for errors. Default: `DATABASE_URL`. */
  readonly setting?: DatabaseSetting;
  /** Of a PostgreSQL server, as `openPostgres` has them: connections at a time, and how statements are prepared. */
  readonly databasePool?: number;
  readonly databasePrepared?: Prepared;
  /** Where the embedded database is. */
  readonly dataDirectory: string;
  readonly log: Log;
}

/** Opens the database; `migrate` brings it up to date. Throws `DatabaseError` if it can't be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, setting, databasePool: poolSize, databasePrepared: prepared, log, ...embedded } = options;
  // Only the one that is used costs time and memory.
  if (databaseUrl === null) {
    const { openEmbedded } = await import('./embedded/open-embedded.ts');
    return openEmbedded({ ...embedded, log });
  }
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres({
    databaseUrl,
    log,
    ...(setting !== undefined && { setting }),
    ...(poolSize !== undefined && { poolSize }),
    ...(prepared !== undefined && { prepared }),
  });
}

/** The same for a command: the embedded database may be that of a server which runs, and goes on. */
export async function openBeside(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== null) return openDatabase(options);
  const { connectToRunning } = await import('./embedded/socket.ts');
  return (await connectToRunning(options.dataDirectory, options.log)) ?? openDatabase(options);
}
