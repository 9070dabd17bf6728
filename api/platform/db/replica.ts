import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { type Database, DatabaseError, type Prepared } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { isFromDatabase } from './unavailable.ts';

/** A copy of the main database that PostgreSQL keeps up to date, for what takes long to read. */
export interface Replica {
  /** Whether events are in the main database, and so here too. */
  readonly hasEvents: boolean;
  /**
   * Has `work` read here: what is committed by now, or, where that doesn't arrive within two seconds, what is known at
   * `knownAt`. Where this can't be read, `otherwise` is called, for half a minute at once. What goes wrong in `work` itself
   * is thrown.
   */
  read<T>(work: (database: Database, knownAt: Date) => Promise<T>, otherwise: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface ReplicaDependencies {
  /** Of which it is a copy. */
  readonly database: Database;
  readonly config: {
    readonly databaseReplicaUrl: string | null;
    /** Null where events are in the main database. */
    readonly eventsDatabaseUrl: string | null;
    readonly databasePool: number;
    readonly databasePrepared: Prepared;
  };
  readonly log: Log;
}

/** So long nothing is asked of one that failed. */
const restMilliseconds = 30_000;

const catchUpMilliseconds = 2_000;
const pauseMilliseconds = 50;

/** The copy at `DATABASE_REPLICA_URL`; undefined where there is none. It is opened when it is read first. */
export function createReplica({ database: primary, config, log }: ReplicaDependencies): Replica | undefined {
  const { databaseReplicaUrl, eventsDatabaseUrl, databasePool: poolSize, databasePrepared: prepared } = config;
  if (databaseReplicaUrl === null) return undefined;
  let opening: Promise<Database> | undefined;
  let restsUntil = -Infinity;

  async function open(databaseUrl: string): Promise<Database> {
    const copy = await openPostgres({ databaseUrl, setting: 'DATABASE_REPLICA_URL', poolSize, prepared, log });
    if ((await identify(copy)) === (await identify(primary))) return copy;
    await copy.close();
    throw new DatabaseError('DATABASE_REPLICA_URL leads to a database that is no copy of the one at DATABASE_URL.');
  }

  return {
    hasEvents: eventsDatabaseUrl === null,
    async read(work, otherwise) {
      if (performance.now() < restsUntil) return otherwise();
      const opened = (opening ??= open(databaseReplicaUrl));
      try {
        const copy = await opened;
        return await work(copy, await catchUp(primary, copy));
      } catch (error) {
        if (!isFromDatabase(error)) throw error;
        log.warn('replica_not_read', { reason: error instanceof Error ? error.message : 'unknown' });
        restsUntil = performance.now() + restMilliseconds;
        if (opening === opened) opening = undefined;
        void opened.then((copy) => copy.close()).catch(() => undefined);
        return otherwise();
      }
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

/** A database, and its replica where there is one. */
export interface Databases {
  readonly database: Database;
  readonly replica?: Replica | undefined;
}

/** What `read` finds in the replica, where there is one that can be read, else in the database itself. */
export function readCopy<T>(
  { database, replica }: Databases,
  read: (database: Database, knownAt: Date) => Promise<T>,
): Promise<T> {
  const readHere = () => read(database, new Date());
  return replica ? replica.read(read, readHere) : readHere();
}

/** The same of a database and of all of its copies. */
async function identify(database: Database): Promise<string> {
  const text = 'SELECT system_identifier::text || current_database() AS id FROM pg_control_system()';
  const [row] = await database.query<{ id: string }>({ name: 'database-id', text, values: [] });
  return row!.id;
}

/** Resolves to the time as of which the copy knows everything: now, or the end of what it has got within two seconds. */
async function catchUp(primary: Database, copy: Database): Promise<Date> {
  const now = new Date();
  const end = performance.now() + catchUpMilliseconds;
  const [written] = await primary.query<{ at: string }>({
    name: 'written-until',
    text: 'SELECT pg_current_wal_insert_lsn()::text AS at',
    values: [],
  });
  for (;;) {
    const [row] = await copy.query<{ isThere: boolean; knownAt: Date | null }>({
      name: 'replayed-until',
      text: replayedText,
      values: [written!.at],
    });
    if (row?.isThere) return now;
    if (performance.now() < end) await sleep(pauseMilliseconds);
    else if (row?.knownAt) return row.knownAt;
    else throw new DatabaseError('The replica has not replayed anything since it started.');
  }
}

/** One that leads by now has everything. */
const replayedText = `
  SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= $1::pg_lsn ELSE true END AS "isThere",
    pg_last_xact_replay_timestamp() AS "knownAt"`;
