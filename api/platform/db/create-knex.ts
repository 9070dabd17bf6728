import knexPackage, { type Knex } from 'knex';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';
import { callbackify } from 'node:util';
import pg from 'pg';
import { disposeWhenBroken } from './dispose-broken.ts';
import type { Log } from '../log.ts';

interface KnexOptions {
  /** The server; or several, of which each new connection is to the first one there that takes writes, if it has to. */
  readonly connections: readonly [Knex.PgConnectionConfig, ...Knex.PgConnectionConfig[]];
  /** Default: it is. */
  readonly isForWriting?: boolean;
  /** At most so many at a time. Default: 10. */
  readonly poolSize?: number;
  readonly log: Log;
  /** Of PostgreSQL; asked for if it isn't known. */
  readonly version?: string;
  /** Runs on each new connection. */
  readonly onConnect?: (connection: RawConnection) => Promise<void>;
}

/** A connection of `pg` before it joins the pool. */
export interface RawConnection {
  query(text: string): Promise<unknown>;
}

/**
 * A Knex for PostgreSQL. Its pool waits a bounded time for a database that does not answer, so requests don't pile up.
 */
export function createKnex(parts: KnexOptions): Knex {
  const { connections, isForWriting = true, poolSize = 10, log, version, onConnect } = parts;
  const prepare = async (raw: RawConnection) => {
    disposeWhenBroken(raw);
    await onConnect?.(raw);
  };
  return knexPackage({
    client: connections.length === 1 ? PostgresClient : clientOf(connections.map(withTypes), isForWriting),
    ...(version === undefined ? {} : { version }),
    connection: withTypes(connections[0]),
    pool: {
      // None is kept idle for long: firewalls forget such connections.
      min: 0,
      max: poolSize,
      acquireTimeoutMillis: 10_000,
      createTimeoutMillis: 6_000,
      idleTimeoutMillis: 30_000,
      afterCreate: callbackify(prepare),
    },
    log: { warn: (message: unknown) => warn(log, String(message)) },
  });
}

const withTypes = (connection: Knex.PgConnectionConfig) =>
  ({ ...connection, types: columnTypes }) as Knex.PgConnectionConfig;

/** Tries the servers one after the other, beginning with the one that answered last. */
function clientOf(servers: readonly Knex.PgConnectionConfig[], isForWriting: boolean): typeof PostgresClient {
  let known = 0;
  return class extends PostgresClient {
    override async acquireRawConnection(): Promise<pg.Client> {
      const errors: unknown[] = [];
      for (const [tried] of servers.entries()) {
        const place = (known + tried) % servers.length;
        try {
          // Read at once by the next line, before another connection is made.
          this.connectionSettings = servers[place]!;
          const connection = (await super.acquireRawConnection()) as pg.Client;
          if (!isForWriting || (await takesWrites(connection))) {
            known = place;
            return connection;
          }
          await connection.end();
          errors.push(takesNoWrites(connection));
        } catch (error) {
          errors.push(error);
        }
      }
      throw new AggregateError(errors, errors.map(String).join(', '));
    }
  };
}

/** Like an answer to a write there: until another server leads, the database is unavailable. */
function takesNoWrites({ host, port }: pg.Client): Error {
  return Object.assign(new Error(`${host}:${port} takes no writes`), { code: '25006' });
}

async function takesWrites(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
}

/** The caller that asked for a connection gets the error, so it isn't logged here as well. */
function warn(log: Log, message: string): void {
  if (message.startsWith('Acquire connection error')) return;
  log.warn('database_connection_lost', { message: message.split('\n', 1)[0] ?? '' });
}

/**
 * How columns become JavaScript values: as `pg` does it (timestamptz is a `Date`, jsonb is parsed, bytea is a
 * `Buffer`, numeric is a string), except that bigint (also of `count(*)`) is a number.
 */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? parseBigint : pg.types.getTypeParser(oid, format)),
};

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number: select it as text.`);
  return value;
}
