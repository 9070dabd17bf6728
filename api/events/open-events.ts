import { randomInt } from 'node:crypto';
import type { Config } from '../platform/config/config.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';
import { migrate, waitForMigrations } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import type { Log } from '../platform/log.ts';
import type { EventStore } from './event-store.ts';
import { withHandOver } from './hand-over.ts';
import { openLater, type OpenEvents } from './open-later.ts';
import { createPostgresEvents } from './postgres/postgres-events.ts';

type EventsSettings = Pick<
  Config,
  'eventsDatabaseUrl' | 'databasePool' | 'databasePrepared' | 'dataDirectory' | 'migrates'
>;

interface EventsDependencies {
  /** The main one, up to date. */
  readonly database: Database;
  readonly config: EventsSettings;
  readonly log: Log;
  /** Called before the start has to wait for migrations. */
  readonly beforeWaiting?: () => Promise<unknown>;
}

/**
 * Opens the store of events, at each start: in the main database, or in that of `EVENTS_DATABASE_URL`. Where that one is
 * down, it is opened later, so that everything else goes on.
 */
export async function openEvents(parts: EventsDependencies): Promise<OpenEvents> {
  const { config, log } = parts;
  const { eventsDatabaseUrl } = config;
  if (eventsDatabaseUrl === null) return openLater(() => openHere(parts), log);
  const open = isClickHouse(eventsDatabaseUrl) ? openInClickHouse : openOwn;
  return openLater(async (isStart) => {
    const mayWait = isStart || config.migrates;
    const opened = await open(mayWait ? parts : { ...parts, beforeWaiting: refuseToWait }, eventsDatabaseUrl);
    await noteElsewhere(parts.database).catch(async (error: unknown) => {
      await opened.close();
      throw error;
    });
    return opened;
  }, log);
}

/** In the main database, unless events are in another one: what waits here for that one must not be counted here. */
async function openHere({ database, log }: EventsDependencies) {
  const [elsewhere] = await database.knex('events_elsewhere').select('since').limit(1);
  if (elsewhere) throw new DatabaseError(elsewhereText);
  const events = createPostgresEvents(database);
  await prepare(events, log);
  return { events, database: null, close: () => Promise.resolve() };
}

const elsewhereText =
  'Events have a database of their own: set EVENTS_DATABASE_URL as the servers have it. ' +
  'How to have them in the main database again: docs/guide/operate/events-database.md.';

/** From now on no process opens events in the main database. */
async function noteElsewhere({ knex }: Database): Promise<void> {
  await knex.raw('INSERT INTO events_elsewhere SELECT WHERE NOT EXISTS (SELECT FROM events_elsewhere)');
}

/** Only a start waits for migrations: a request is answered, and asks again. */
const refuseToWait = () => Promise.reject(new DatabaseError('The database of events has to wait for npm run migrate.'));

/** Brings the database of events alone up to date; resolves to the names of the migrations that it ran. */
export async function migrateEvents(config: EventsSettings, log: Log): Promise<readonly string[]> {
  const { eventsDatabaseUrl } = config;
  if (eventsDatabaseUrl === null) return [];
  if (isClickHouse(eventsDatabaseUrl)) return (await loadClickHouse()).migrateClickHouse(eventsDatabaseUrl);
  const own = await openOwnDatabase(config, eventsDatabaseUrl, log);
  try {
    return await migrate(own);
  } finally {
    await own.close();
  }
}

/** It has the tables of the main one too, so that there is one list of migrations; those that aren't of events stay empty. */
async function openOwn({ database, config, log, beforeWaiting }: EventsDependencies, url: string) {
  const own = await openOwnDatabase(config, url, log);
  try {
    if (await isSame(database, own)) throw new DatabaseError(sameText);
    await (config.migrates ? migrate : waitForMigrations)(own, { ...(beforeWaiting && { beforeWaiting }) });
    const events = createPostgresEvents(own, database);
    await prepare(events, log);
    return { events: withHandOver(events, database), database: own, close: own.close };
  } catch (error) {
    await own.close();
    throw error;
  }
}

async function openInClickHouse({ database, config, beforeWaiting }: EventsDependencies, url: string) {
  const options = { main: database, migrates: config.migrates, beforeWaiting };
  const { events, close } = await (await loadClickHouse()).openClickHouse(url, options);
  return { events: withHandOver(events, database), database: null, close };
}

/** Where events are elsewhere, it isn't loaded. */
const loadClickHouse = () => import('./clickhouse/open-clickhouse.ts');

function isClickHouse(url: string): boolean {
  return url.startsWith('clickhouse:');
}

function openOwnDatabase(config: EventsSettings, databaseUrl: string, log: Log): Promise<Database> {
  return openDatabase({ ...config, databaseUrl, setting: 'EVENTS_DATABASE_URL', log });
}

const sameText =
  'EVENTS_DATABASE_URL leads to the database of DATABASE_URL: leave it out, or name a database for events alone.';

/** Whether both lead to one database: a lock that one has, the other can't have. */
async function isSame(one: Database, other: Database): Promise<boolean> {
  if (one.kind !== other.kind) return false;
  const id = randomInt(2 ** 47);
  return one.knex.transaction(async (trx) => {
    await trx.raw('SELECT pg_advisory_xact_lock(?)', [id]);
    return other.knex.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: readonly { locked: boolean }[] }>(
        'SELECT pg_try_advisory_xact_lock(?) AS locked',
        [id],
      );
      return !rows[0]!.locked;
    });
  });
}

/** Where it can't be prepared, it takes events all the same. */
async function prepare(events: EventStore, log: Log): Promise<void> {
  try {
    await events.prepare();
  } catch (error) {
    log.error('events_not_prepared', error);
  }
}
