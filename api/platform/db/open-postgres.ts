import pg from 'pg';
import type { Log } from '../log.ts';
import { isLoopback } from '../network.ts';
import { createDatabase } from './create-database.ts';
import { createKnex, type RawConnection } from './create-knex.ts';
import { DatabaseError, type Database } from './database.ts';
import { limitSilence } from './silence.ts';

interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with `sslmode` and the like in its query parameters. */
  readonly databaseUrl: string;
  readonly log: Log;
  /** How long a server that owes an answer may be silent. Default: 40,000, as it gives up on a query after 30,000. */
  readonly silenceMilliseconds?: number;
}

const minVersion = 15;

/** Connects to a PostgreSQL server; throws `DatabaseError` if that can't be done now. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, log, silenceMilliseconds = 40_000 } = options;
  const connection = readConnection(databaseUrl);
  const knex = createKnex({
    log,
    onConnect: async (connection) => {
      limitSilence(connection, silenceMilliseconds);
      await prepareSession(connection);
    },
    connection: {
      ...connection,
      application_name: 'mind-reset',
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

/**
 * How `pg` is to connect. Another machine needs TLS with a certificate that is verified, unless `sslmode` is `disable`
 * or `no-verify`; a server of this machine needs none. The modes that `pg` verifies today, and won't in its next major
 * version, stay verified.
 */
export function connectionOf(databaseUrl: string): { readonly connectionString: string; readonly ssl?: true } {
  const url = new URL(databaseUrl);
  const isWeaker = /^(?:allow|prefer|require|verify-ca)$/.test(url.searchParams.get('sslmode') ?? '');
  if (isWeaker && url.searchParams.get('uselibpqcompat') !== 'true') url.searchParams.set('sslmode', 'verify-full');
  const connectionString = isWeaker ? url.href : databaseUrl;
  const { host } = new pg.Client({ connectionString });
  // What the URL says of TLS comes before this.
  return host.startsWith('/') || isLoopback(host) ? { connectionString } : { connectionString, ssl: true };
}

/** Throws a `DatabaseError` where a file that the URL names, such as `sslrootcert`, can't be read. */
function readConnection(databaseUrl: string): ReturnType<typeof connectionOf> {
  try {
    return connectionOf(databaseUrl);
  } catch (error) {
    throw describe(error, databaseUrl);
  }
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
  if (version < minVersion)
    throw new DatabaseError(`The server is PostgreSQL ${version}; ${minVersion} or newer is needed.`);
}

function describe(error: unknown, databaseUrl: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);
  return new DatabaseError(
    `PostgreSQL can't be used at ${withoutPassword(databaseUrl)}: ${reason}. ${remedyFor(error)}`,
    { cause: error },
  );
}

function remedyFor(error: unknown): string {
  if (!(error instanceof Error)) return generalRemedy;
  if (error.message === 'The server does not support SSL connections')
    return (
      'A server on another machine needs TLS: switch it on there (ssl = on). ' +
      'If the network in between is private, add sslmode=disable to DATABASE_URL.'
    );
  const code = 'code' in error ? String(error.code) : '';
  if (/CERT|UNABLE_TO_VERIFY/.test(code))
    return (
      'Name the authority of its certificate by sslrootcert=<file> in DATABASE_URL, and the server as the certificate ' +
      'does. sslmode=no-verify encrypts without knowing whom it talks to.'
    );
  return generalRemedy;
}

const generalRemedy = 'Start it or correct DATABASE_URL; without DATABASE_URL an embedded database is used.';

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
