import type { Knex } from 'knex';

/** The PostgreSQL database of the process: embedded, or a server. SQL and JavaScript types are the same for both. */
export interface Database {
  readonly knex: Knex;
  readonly kind: 'embedded' | 'postgres';
  /** Runs a prepared statement on a connection of Knex's pool without the query builder: for the hot paths. */
  readonly query: <Row>(statement: Statement) => Promise<Row[]>;
  /** Resolves when the database answers and can be written to, else rejects. */
  readonly ping: () => Promise<void>;
  /** Whether in the last five minutes something could not be written as the disk is full: reads may go on. */
  readonly isFull: () => boolean;
  /** Waits for queries that run, closes the connections and, if embedded, the database. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * How a `Statement` is prepared: in sessions of the process's own; in sessions that a pooler hands to many, which keep it
 * for all of them; or not at all.
 */
export type Prepared = 'on' | 'shared' | 'off';

/** What names the server of a database: a setting, or what a command was given. */
export type DatabaseSetting = 'DATABASE_URL' | 'EVENTS_DATABASE_URL' | 'DATABASE_REPLICA_URL' | 'the URL';

/** A statement with `$1`, `$2`, … for its values. One name always stands for one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The database can't be used. The message says what happened and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
