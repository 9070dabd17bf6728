import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { isUnavailable } from '../../platform/db/unavailable.ts';
import { isLoopback } from '../../platform/network.ts';

/** A ClickHouse database. Where it can't be had, its calls reject with what `isUnavailable` knows. */
export interface ClickHouse {
  /** The rows of a query, whose parameters stand in it as `{name:Type}`. */
  query<Row>(text: string, parameters?: Parameters): Promise<Row[]>;
  /** The same, bit by bit: for more rows than are wanted in memory. */
  stream<Row>(text: string, parameters?: Parameters): AsyncGenerator<Row>;
  /** Stores rows; when it resolves, they are there for good. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Runs what has no rows. */
  execute(text: string, parameters?: Parameters): Promise<void>;
  /** Resolves when it answers; rejects where it doesn't within five seconds: other calls wait for longer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Connects to `clickhouse://user:password@host:port/database` as soon as something is asked of it. */
export function connectClickHouse(url: string): ClickHouse {
  const client = createClient({ ...addressOf(url), ...settings });
  const read = (text: string, parameters: Parameters = {}) =>
    client.query({ query: text, query_params: { ...parameters }, format: 'JSONEachRow' });
  return {
    query: (text, parameters) => recognize(async () => (await read(text, parameters)).json()),
    async *stream<Row>(text: string, parameters?: Parameters) {
      const result = await recognize(() => read(text, parameters));
      for await (const rows of result.stream()) for (const row of rows) yield row.json<Row>();
    },
    insert: (table, rows) => recognize(() => insertRows(client, table, rows)),
    execute: (text, parameters = {}) =>
      recognize(async () => void (await client.command({ query: text, query_params: { ...parameters } }))),
    check: () => recognize(() => checkAnswer(client)),
    close: () => client.close(),
  };
}

async function checkAnswer(client: ClickHouseClient): Promise<void> {
  const abort_signal = AbortSignal.timeout(5_000);
  await client.command({ query: 'SELECT 1', abort_signal }).catch((error: unknown) => {
    throw abort_signal.aborted
      ? new ClickHouseUnavailable('it has not answered for 5 seconds', { cause: error })
      : error;
  });
}

const settings = {
  request_timeout: 60_000,
  use_multipart_params_auto: true,
  // What fails is logged by who asked.
  log: { level: ClickHouseLogLevel.OFF },
  // An insert that is answered is stored, and FINAL misses no row, whatever the server's defaults are.
  clickhouse_settings: {
    async_insert: 0,
    use_skip_indexes_if_final_exact_mode: 1,
    output_format_json_quote_64bit_integers: 0,
  },
} as const;

async function insertRows(client: ClickHouseClient, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await client.insert({ table, values: [...rows], format: 'JSONEachRow' });
}

/** Encrypted wherever it isn't on this machine, unless the URL says `tls=off`; the ports are ClickHouse's own. */
function addressOf(text: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(text);
  const isEncrypted = !isLoopback(hostname) && searchParams.get('tls') !== 'off';
  return {
    url: `${isEncrypted ? 'https' : 'http'}://${hostname}:${port || (isEncrypted ? '8443' : '8123')}`,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  };
}

/** ClickHouse can't be reached, or is not up to it now. */
class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable';
  /** As databases say that a connection has failed. */
  readonly code = '08006';
}

async function recognize<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || isUnavailable(error)) throw error;
    const isPassing =
      error instanceof ClickHouseError ? passingTypes.has(error.type ?? '') : passing.test(error.message);
    throw isPassing ? new ClickHouseUnavailable(error.message, { cause: error }) : error;
  }
}

/** What the client and proxies in front of ClickHouse say. */
const passing = /^Timeout error|socket hang up|Bad Gateway|Service Unavailable|Gateway Time-?out/i;

/** Overloaded, full, stopping, or without enough of its replicas. */
const passingTypes = new Set([
  'ABORTED',
  'ALL_CONNECTION_TRIES_FAILED',
  'ALL_REPLICAS_LOST',
  'DNS_ERROR',
  'KEEPER_EXCEPTION',
  'MEMORY_LIMIT_EXCEEDED',
  'NETWORK_ERROR',
  'NOT_ENOUGH_SPACE',
  'QUERY_WAS_CANCELLED',
  'REPLICA_IS_NOT_IN_QUORUM',
  'SERVER_OVERLOADED',
  'SOCKET_TIMEOUT',
  'TABLE_IS_READ_ONLY',
  'TIMEOUT_EXCEEDED',
  'TOO_FEW_LIVE_REPLICAS',
  'TOO_MANY_PARTS',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'UNKNOWN_STATUS_OF_INSERT',
  'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE',
]);

/** A time as rows that are inserted have it. */
export function timeOf(date: Date): string {
  return date.toISOString().slice(0, 23).replace('T', ' ');
}
