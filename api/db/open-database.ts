import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { openPostgres } from './open-postgres.ts';

interface DatabaseOptions {
  /** Of a PostgreSQL server; `null` for the embedded database. */
  readonly databaseUrl: string | null;
  /** Where the embedded database is. */
  readonly dataDirectory: string;
  readonly log: Log;
}

/** Opens the database; `migrate` brings it up to date. Throws `DatabaseError` if it can't be used. */
export async function openDatabase({ databaseUrl, dataDirectory, log }: DatabaseOptions): Promise<Database> {
  return databaseUrl === null ? openEmbedded({ dataDirectory, log }) : openPostgres({ databaseUrl, log });
}
