import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { isUnavailable } from '../../platform/db/unavailable.ts';
import { isLoopback } from '../../platform/network.ts';

/**
 * A ClickHouse database. Where it is unavailable, its calls reject with what `isUnavailable` knows, within ten seconds;
 * one that works has a minute until it says something.
 */
export interface ClickHouse {
  /** The rows of a query, whose parameters stand in it as `{name:Type}`. */
  query<Row>(text: string, parameters?: Parameters): Promise<Row[]>;
  /** The same, row by row: for more rows than fit in memory. */
  stream<Row>(text: string, parameters?: Parameters): AsyncGenerator<Row>;
  /** Stores rows; when it resolves, they are there for good. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Runs what has no rows. */
  execute(text: string, parameters?: Parameters): Promise<void>;
  /** Resolves when it answers; rejects where it doesn't within five seconds. */
  check(): Promise<void>;
  close(): Promise<void>;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Connects to `clickhouse://user:password@host:port/database` as soon as something is asked of it. */
export function connectClickHouse(url: string): ClickHouse {
  const client = createClient({ ...addressOf(url), ...settings });
  const { call, check, close } = watch(url);

  async function* read<Row>(query: string, parameters: Parameters = {}): AsyncGenerator<readonly Row[]> {
    const query_params = { ...parameters };
    const result = await call((abort_signal) =>
      client.query({ query, query_params, format: 'JSONEachRow', abort_signal }),
    );
    const stream = result.stream<Row>();
    try {
      const parts: AsyncIterator<readonly { json(): Row }[]> = stream[Symbol.asyncIterator]();
      for (;;) {
        const part = await call(() => parts.next());
        if (part.done) return;
        yield part.value.map((row) => row.json());
      }
    } finally {
      stream.destroy();
    }
  }

  return {
    async query<Row>(text: string, parameters?: Parameters) {
      const all: Row[] = [];
      for await (const rows of read<Row>(text, parameters)) all.push(...rows);
      return all;
    },
    async *stream<Row>(text: string, parameters?: Parameters) {
      for await (const rows of read<Row>(text, parameters)) yield* rows;
    },
    insert: (table, values) =>
      call(async (abort_signal) => {
        if (values.length > 0) await client.insert({ table, values: [...values], format: 'JSONEachRow', abort_signal });
      }),
    execute: (query, query_params = {}) =>
      call(async (abort_signal) => {
        await client.command({ query, query_params: { ...query_params }, abort_signal });
      }),
    check,
    close: async () => void (await Promise.all([client.close(), close()])),
  };
}

/** Without an answer for so long, a check finds out whether ClickHouse is there; that one may take as long. */
const answerTimeout = 5_000;

/** After a check, there is no other one for so long. */
const pauseAfterCheck = 1_000;

/**
 * Makes calls that don't wait for a ClickHouse that has vanished: they may take their time as long as checks are
 * answered. While it is away, a check is all that they wait for.
 */
function watch(url: string) {
  // All connections of the other client may be in use.
  const client = createClient({ ...addressOf(url), ...settings, max_open_connections: 1 });
  let isAway = false;
  let checking: Promise<void> | null = null;

  const check = () =>
    (checking ??= runCheck().finally(() => setTimeout(() => (checking = null), pauseAfterCheck).unref()));

  async function runCheck(): Promise<void> {
    const abort_signal = AbortSignal.timeout(answerTimeout);
    try {
      await recognize(() => client.command({ query: 'SELECT 1', abort_signal }));
      isAway = false;
    } catch (error) {
      isAway = true;
      throw abort_signal.aborted ? new ClickHouseUnavailable(silence, { cause: error }) : error;
    }
  }

  async function watchUntil(signal: AbortSignal): Promise<never> {
    for (;;) {
      await sleep(answerTimeout, undefined, { signal, ref: false });
      await check();
    }
  }

  async function call<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (isAway) await check();
    const over = new AbortController();
    try {
      return await Promise.race([recognize(() => run(over.signal)), watchUntil(over.signal)]);
    } finally {
      over.abort();
    }
  }

  return { call, check, close: () => client.close() };
}

const silence = `it has not answered for ${answerTimeout / 1_000} seconds`;

const settings = {
  // Checks don't notice that a connection is lost while others are fine, as of one of several machines.
  request_timeout: 60_000,
  use_multipart_params_auto: true,
  // The caller logs what fails.
  log: { level: ClickHouseLogLevel.OFF },
  // An insert that is answered is stored, and FINAL misses no row, whatever the server's defaults are.
  clickhouse_settings: {
    async_insert: 0,
    use_skip_indexes_if_final_exact_mode: 1,
    output_format_json_quote_64bit_integers: 0,
  },
} as const;

/**
 * Encrypted wherever it isn't on this machine, unless the URL says `tls=off` (or `on`), with a certificate by an
 * authority that Node.js knows, or that of the file `sslrootcert`; the ports are ClickHouse's own.
 */
function addressOf(text: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(text);
  const isEncrypted = (searchParams.get('tls') ?? (isLoopback(hostname) ? 'off' : 'on')) === 'on';
  const authority = searchParams.get('sslrootcert');
  return {
    url: `${isEncrypted ? 'https' : 'http'}://${hostname}:${port || (isEncrypted ? '8443' : '8123')}`,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(isEncrypted && authority !== null && { tls: { ca_cert: readFileSync(authority) } }),
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
      error instanceof ClickHouseError
        ? passingTypes.has(error.type ?? '')
        : passing.test(error.message) || ('code' in error && ofConnection.test(String(error.code)));
    throw isPassing ? new ClickHouseUnavailable(error.message, { cause: error }) : error;
  }
}

/** What the client and proxies in front of ClickHouse say. */
const passing = /^Timeout error|socket hang up|Bad Gateway|Service Unavailable|Gateway Time-?out/i;

/** What Node.js calls a certificate that can't be trusted, TLS that fails, and an answer that breaks off. */
const ofConnection = /CERT|UNABLE_TO_|EPROTO|^ERR_(?:TLS|SSL)_|PREMATURE_CLOSE/;

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
export function toClickHouseTime(date: Date): string {
  return date.toISOString().slice(0, 23).replace('T', ' ');
}
