import { callbackify } from 'node:util';
import knexPackage, { type Knex } from 'knex';
import type { Log } from '../log.ts';
import { columnTypes } from './column-types.ts';
import { disposeWhenBroken } from './dispose-broken.ts';

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
    client: 'pg',
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

/** Whoever asked for a connection in vain gets the error, so it isn't logged here as well. */
function warn(log: Log, message: string): void {
  if (message.startsWith('Acquire connection error')) return;
  log.warn('database_connection_lost', { message: message.split('\n', 1)[0] ?? '' });
}
