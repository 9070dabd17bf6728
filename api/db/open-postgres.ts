import type { Log } from '../log.ts';
import { createDatabase } from './create-database.ts';
import { createKnex, type RawConnection } from './create-knex.ts';
import { DatabaseError, type Database } from './database.ts';
import { limitSilence } from './silence.ts';

interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with TLS and the like in its query parameters. */
  readonly databaseUrl: string;
  readonly log: Log;
  /** How long a server that owes an answer may be silent. Default: 40,000, as it gives up on a query after 30,000. */
  readonly silenceMilliseconds?: number;
}

const oldestVersion = 15;

/** Connects to a PostgreSQL server; throws `DatabaseError` if that can't be done now. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, log, silenceMilliseconds = 40_000 } = options;
  const knex = createKnex({
    log,
    onConnect: async (connection) => {
      limitSilence(connection, silenceMilliseconds);
      await prepareSession(connection);
    },
    connection: {
      connectionString: databaseUrl,
      application_name: 'still-waters',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    },
  });
  const database = createDatabase({ knex, kind: 'postgres' });
  try {
    await assertUsable(database);
  } catch (error) {
    await database.close();
    throw describe(error, databaseUrl);
  }
  return database;
}

/** A query or an open transaction that hangs must not hold its locks for good. */
async function prepareSession(connection: RawConnection): Promise<void> {
  await connection.query(`
    SET statement_timeout = '30s';
    SET idle_in_transaction_session_timeout = '30s';
    SET TIME ZONE 'UTC'
  `);
}

async function assertUsable(database: Database): Promise<void> {
  const text = "SELECT current_setting('server_version_num')::integer / 10000 AS version";
  const [row] = await database.query<{ version: number }>({ name: 'server_version', text, values: [] });
  const version = row?.version ?? 0;
  if (version < oldestVersion)
    throw new DatabaseError(`The server is PostgreSQL ${version}; ${oldestVersion} or newer is needed.`);
}

function describe(error: unknown, databaseUrl: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);
  return new DatabaseError(
    `PostgreSQL can't be used at ${withoutPassword(databaseUrl)}: ${reason}. ` +
      'Start it or correct DATABASE_URL; without DATABASE_URL an embedded database is used.',
    { cause: error },
  );
}

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
