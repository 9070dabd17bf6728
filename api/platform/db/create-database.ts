import type { Knex } from 'knex';
import { createHash } from 'node:crypto';
import type { Client, QueryResult } from 'pg';
import { type Database, DatabaseError, type Prepared, type Statement } from './database.ts';
import { disposed } from './dispose-broken.ts';
import type { Log } from '../log.ts';
import { isDiskFull, isStatementForeign, isStatementStale, isStatementUnknown } from './unavailable.ts';

interface DatabaseDependencies {
  readonly knex: Knex;
  readonly kind: Database['kind'];
  readonly prepared: Prepared;
  readonly log: Log;
  /** Runs once, when all connections are closed. */
  readonly afterClose?: () => Promise<void>;
}

/** Makes a `Database` of a Knex that connects to it. */
export function createDatabase({ knex, kind, prepared, log, afterClose }: DatabaseDependencies): Database {
  let closing: Promise<void> | undefined;
  const close = async () => {
    await knex.destroy();
    await afterClose?.();
  };
  const room = watchRoom(log);
  knex.on('query-error', room.note);
  return {
    knex,
    kind,
    query: (statement) =>
      runOnPool(knex, (connection) =>
        runners[prepared](connection, statement).catch((error: unknown) => {
          room.note(error);
          throw error;
        }),
      ),
    isFull: room.isShort,
    ping: async () => {
      const [row] = await runOnPool<{ writable: boolean }>(knex, (connection) => connection.query(writableSql));
      if (!row?.writable) throw new DatabaseError('The database can only be read.');
    },
    close: () => (closing ??= close()),
  };
}

const fullMilliseconds = 300_000;

/** Remembers when the disk was full last, and logs it when that begins. */
function watchRoom(log: Log) {
  let fullAt = -Infinity;
  const isShort = () => performance.now() - fullAt < fullMilliseconds;
  return {
    isShort,
    note(this: void, error: unknown) {
      if (!isDiskFull(error)) return;
      if (!isShort()) log.error('disk_full', error);
      fullAt = performance.now();
    },
  };
}

/** A standby, and a primary that was switched to reading, answers too. */
const writableSql = `SELECT current_setting('transaction_read_only') = 'off' AS writable`;

/** What the types of `pg` leave out: the texts that it has prepared on this connection, by their names. */
type PooledConnection = Client & {
  readonly connection: { readonly parsedStatements: Record<string, string> };
  [disposed]?: unknown;
};

type Run = (connection: PooledConnection) => Promise<QueryResult<object>>;

async function runOnPool<Row>(knex: Knex, run: Run): Promise<Row[]> {
  const client = knex.client as KnexClient;
  const connection = await client.acquireConnection();
  try {
    return (await run(connection)).rows as Row[];
  } finally {
    void client.releaseConnection(connection);
  }
}

type RunStatement = (connection: PooledConnection, statement: Statement) => Promise<QueryResult<object>>;

const runners: Readonly<Record<Prepared, RunStatement>> = {
  on: (connection, statement) =>
    runNamed(connection, statement, statement.name).catch((error: unknown) => {
      // Others of its connection are as old.
      if (isStatementStale(error)) connection[disposed] = isStatementForeign(error) ? sharedSession(error) : error;
      return runUnnamed(connection, statement, error);
    }),
  shared: (connection, statement) =>
    runShared(connection, statement).catch((error: unknown) => runUnnamed(connection, statement, error)),
  off: (connection, statement) => runUnnamed(connection, statement),
};

/** In the log, it says why each connection is replaced. */
function sharedSession(error: unknown): Error {
  const remedy = 'a pooler shares sessions, so DATABASE_PREPARED has to be shared or off';
  return new Error(`${error instanceof Error ? error.message : 'unknown'}: ${remedy}`, { cause: error });
}

function runNamed(connection: PooledConnection, { text, values }: Statement, name: string) {
  return connection.query<object>({ name, text, values: [...values] });
}

/** Runs a statement unprepared, after it failed prepared, before it did anything; throws what it failed by otherwise. */
async function runUnnamed(connection: PooledConnection, { text, values }: Statement, failed?: unknown) {
  if (failed !== undefined && !isStatementStale(failed)) throw failed;
  return connection.query<object>(text, [...values]);
}

/**
 * Takes the session that the pooler gives for one that knows the statement, as most do from any process before; tells it
 * where it doesn't. A statement is called by a hash of its text, so none stands for another.
 */
async function runShared(connection: PooledConnection, statement: Statement) {
  const { parsedStatements } = connection.connection;
  const name = sharedNameOf(statement);
  parsedStatements[name] = statement.text;
  try {
    return await runNamed(connection, statement, name);
  } catch (error) {
    if (!isStatementUnknown(error)) throw error;
    delete parsedStatements[name];
    return runNamed(connection, statement, name);
  }
}

const sharedNames = new Map<string, string>();

function sharedNameOf({ name, text }: Statement): string {
  const known = sharedNames.get(name);
  if (known !== undefined) return known;
  const made = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  sharedNames.set(name, made);
  return made;
}

/** What Knex types as `any`. */
interface KnexClient {
  acquireConnection(): Promise<PooledConnection>;
  releaseConnection(connection: PooledConnection): Promise<void>;
}
