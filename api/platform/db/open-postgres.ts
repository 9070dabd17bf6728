import pg from 'pg';
import type { Log } from '../log.ts';
import { isLoopback } from '../network.ts';
import { createDatabase } from './create-database.ts';
import { createKnex } from './create-knex.ts';
import { DatabaseError, type Database, type DatabaseSetting, type Prepared } from './database.ts';
import { limitSilence } from './silence.ts';

interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with `sslmode` and the like in its query parameters; or with several
   * hosts, `host1:5432,host2:5432`, of which the one that takes writes is used; of those of a replica, any.
   */
  readonly databaseUrl: string;
  /** The setting that it comes from, for errors. Default: `DATABASE_URL`. */
  readonly setting?: DatabaseSetting;
  /** Connections at a time. Default: 10. */
  readonly poolSize?: number;
  /** Where it isn't `on`, the sessions are not this process's own, and it sets nothing in them. Default: `on`. */
  readonly prepared?: Prepared;
  readonly log: Log;
  /** How long a server that owes an answer may be silent. Default: 40,000, as it cancels a query after 30,000. */
  readonly silenceMilliseconds?: number;
}

const minVersion = 15;

/** Connects to a PostgreSQL server; throws `DatabaseError` if that can't be done now. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, setting = 'DATABASE_URL', poolSize = 10, prepared = 'on', log } = options;
  const { silenceMilliseconds = 40_000 } = options;
  const [first, ...others] = urlsOf(databaseUrl);
  const connect = (url: string) => ({
    ...readConnection(url, setting),
    application_name: 'mind-reset',
    connectionTimeoutMillis: connectMilliseconds / (others.length + 1),
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    ...(prepared === 'on' && ownSession),
  });
  const knex = createKnex({
    log,
    poolSize,
    onConnect: async (connection) => limitSilence(connection, silenceMilliseconds),
    connections: [connect(first), ...others.map(connect)],
    isForWriting: setting !== 'DATABASE_REPLICA_URL',
  });
  const database = createDatabase({ knex, kind: 'postgres', prepared, log });
  try {
    await assertUsable(database);
  } catch (error) {
    await database.close();
    throw describe(error, databaseUrl, setting);
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
function readConnection(databaseUrl: string, setting: DatabaseSetting): ReturnType<typeof connectionOf> {
  try {
    return connectionOf(databaseUrl);
  } catch (error) {
    throw describe(error, databaseUrl, setting);
  }
}

/** With all servers together. */
const connectMilliseconds = 5_000;

/**
 * What a session begins with; no statement changes it later, so a pooler has nothing to pass on to others. A query or an
 * open transaction that hangs must not hold its locks for good.
 */
const ownSession = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  options: '-c TimeZone=UTC',
};

/** A URL for each of its hosts. */
export function urlsOf(databaseUrl: string): readonly [string, ...string[]] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  const [first = '', ...others] = hosts.split(',');
  const urlOf = (host: string) => `${start}${host}${withoutTarget(rest)}`;
  return [urlOf(first), ...others.map(urlOf)];
}

/** `libpq` needs `target_session_attrs` to look for a writable server; here the setting says it. */
function withoutTarget(rest: string): string {
  return rest
    .replace(/([?&])target_session_attrs=(?:read-write|primary|any|(?:prefer-)?standby|read-only)(?:&|$)/, '$1')
    .replace(/[?&]$/, '');
}

async function assertUsable(database: Database): Promise<void> {
  const text = "SELECT current_setting('server_version_num')::integer / 10000 AS version";
  const [row] = await database.query<{ version: number }>({ name: 'server_version', text, values: [] });
  const version = row?.version ?? 0;
  if (version < minVersion)
    throw new DatabaseError(`The server is PostgreSQL ${version}; ${minVersion} or newer is needed.`);
}

function describe(error: unknown, databaseUrl: string, setting: DatabaseSetting): DatabaseError {
  if (error instanceof DatabaseError) return error;
  // Of several hosts, or of a name with several addresses.
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const remedy = errors.map((each) => remedyFor(each, setting)).find(Boolean) ?? generalRemedies[setting];
  return new DatabaseError(
    `PostgreSQL can't be used at ${withoutPassword(databaseUrl, setting)}: ${errors.map(String).join(', ')}. ${remedy}`,
    { cause: error },
  );
}

function remedyFor(error: unknown, setting: DatabaseSetting): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === 'The server does not support SSL connections')
    return (
      'A server on another machine needs TLS: switch it on there (ssl = on). ' +
      `If the network in between is private, add sslmode=disable to ${setting}.`
    );
  if (/unsupported startup parameter/.test(error.message))
    return 'That is a pooler that shares sessions, such as pgbouncer: set DATABASE_PREPARED to shared or off.';
  if (/prepared statement did not exist/.test(error.message))
    return 'That is a pooler that keeps prepared statements itself: leave DATABASE_PREPARED on, or set it to off.';
  const code = 'code' in error ? String(error.code) : '';
  if (/CERT|UNABLE_TO_VERIFY/.test(code))
    return (
      `Name the authority of its certificate by sslrootcert=<file> in ${setting}, and the server as the certificate ` +
      'does. sslmode=no-verify encrypts without knowing whom it talks to.'
    );
  return undefined;
}

const generalRemedies: Readonly<Record<DatabaseSetting, string>> = {
  DATABASE_URL: 'Start it or correct DATABASE_URL.',
  EVENTS_DATABASE_URL: 'Start it or correct EVENTS_DATABASE_URL; without it, events are in the main database.',
  DATABASE_REPLICA_URL: 'Start it or correct DATABASE_REPLICA_URL; until then, reports read the main database.',
  'the URL': 'Start it or correct the URL.',
};

function withoutPassword(databaseUrl: string, setting: DatabaseSetting): string {
  if (!URL.canParse(databaseUrl)) return setting;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
