import type { RequestListener } from 'node:http';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';

interface DatabaseOptions {
  /** Of a PostgreSQL server; `null` for the embedded database. */
  readonly databaseUrl: string | null;
  /** Where the embedded database is. */
  readonly dataDirectory: string;
  /** Replies to processes that can't open the embedded database, as this one has it (`askHolder`). */
  readonly answer?: RequestListener;
  readonly log: Log;
}

/** Opens the database; `migrate` brings it up to date. Throws `DatabaseError` if it can't be used. */
export async function openDatabase({ databaseUrl, log, ...embedded }: DatabaseOptions): Promise<Database> {
  // Only the one that is used costs time and memory.
  if (databaseUrl === null) {
    const { openEmbedded } = await import('./embedded/open-embedded.ts');
    return openEmbedded({ ...embedded, log });
  }
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres({ databaseUrl, log });
}
