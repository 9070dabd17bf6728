import knexPackage, { type Knex } from 'knex';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';
import { callbackify } from 'node:util';
import pg from 'pg';
import { disposeWhenBroken } from './dispose-broken.ts';
import type { Log } from '../log.ts';

interface KnexParts {
  readonly connection: Knex.PgConnectionConfig;
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

/** A Knex for PostgreSQL with a pool that gives up on a database that does not answer rather than pile up requests. */
export function createKnex({ connection, log, version, onConnect }: KnexParts): Knex {
  const prepare = async (raw: RawConnection) => {
    disposeWhenBroken(raw);
    await onConnect?.(raw);
  };
  return knexPackage({
    client: PostgresClient,
    ...(version === undefined ? {} : { version }),
    connection: { ...connection, types: columnTypes } as Knex.PgConnectionConfig,
    pool: {
      // None is kept idle for long: firewalls forget such connections.
      min: 0,
      max: 10,
      acquireTimeoutMillis: 10_000,
      createTimeoutMillis: 6_000,
      idleTimeoutMillis: 30_000,
      afterCreate: callbackify(prepare),
    },
    log: { warn: (message: unknown) => warn(log, String(message)) },
  });
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
