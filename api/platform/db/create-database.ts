import type { Knex } from 'knex';
import type { Client } from 'pg';
import { type Database, DatabaseError, type Statement } from './database.ts';
import { disposed } from './dispose-broken.ts';
import { isStatementStale } from './unavailable.ts';

interface DatabaseParts {
  readonly knex: Knex;
  readonly kind: Database['kind'];
  /** Whether a connection remembers statements by their names. */
  readonly prepares: boolean;
  /** Runs once, when all connections are closed. */
  readonly afterClose?: () => Promise<void>;
}

/** Makes a `Database` of a Knex that connects to it. */
export function createDatabase({ knex, kind, prepares, afterClose }: DatabaseParts): Database {
  let closing: Promise<void> | undefined;
  const close = async () => {
    await knex.destroy();
    await afterClose?.();
  };
  const prepare = (statement: Statement) => (prepares ? statement : { text: statement.text, values: statement.values });
  return {
    knex,
    kind,
    query: (statement) => runOnPool(knex, prepare(statement)),
    ping: async () => {
      const [row] = await runOnPool<{ writable: boolean }>(knex, { text: writableSql, values: [] });
      if (!row?.writable) throw new DatabaseError('The database can only be read.');
    },
    close: () => (closing ??= close()),
  };
}

/** A standby, and a primary that was switched to reading, answers too. */
const writableSql = `SELECT current_setting('transaction_read_only') = 'off' AS writable`;

type Query = Omit<Statement, 'name'> & { readonly name?: string };

type PooledConnection = Client & { [disposed]?: unknown };

async function runOnPool<Row>(knex: Knex, query: Query): Promise<Row[]> {
  const client = knex.client as KnexClient;
  const connection = await client.acquireConnection();
  try {
    const result = await connection.query(query as { text: string; values: unknown[] });
    return result.rows as Row[];
  } catch (error) {
    if (!isStatementStale(error)) throw error;
    // It failed before it did anything. Others of its connection are as old, but this one runs at once, unprepared.
    connection[disposed] = error;
    const { text, values } = query;
    const result = await connection.query(text, [...values]);
    return result.rows as Row[];
  } finally {
    void client.releaseConnection(connection);
  }
}

/** What Knex types as `any`. */
interface KnexClient {
  acquireConnection(): Promise<PooledConnection>;
  releaseConnection(connection: PooledConnection): Promise<void>;
}
