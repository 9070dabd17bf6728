import { describe } from 'vitest';
import type { EventStore } from '../../api/events/event-store.ts';
import { withHandOver } from '../../api/events/hand-over.ts';
import { createPostgresEvents } from '../../api/events/postgres/postgres-events.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { describeDatabases, describePostgres } from './databases.ts';

/** The main database, and the store that has the events. */
export interface Stores {
  readonly database: Database;
  readonly events: EventStore;
}

/** Such with events in the tables of a PostgreSQL database, for tests that look at them or write them. */
export interface TableStores extends Stores {
  readonly tables: Database;
}

/** Opens fresh, migrated stores, closed after the test. */
type Open<Opened> = () => Promise<Opened>;

/** Runs a block of tests on every kind of store. */
export function describeEventStores(sentence: string, block: (open: Open<Stores>) => void): void {
  describeEventTables(sentence, block);
}

/** Runs a block of tests with events in the one database, embedded or PostgreSQL, and in one of their own. */
export function describeEventTables(sentence: string, block: (open: Open<TableStores>) => void): void {
  describeDatabases(sentence, (open) => block(async () => storesIn(await open())));
  describe('with events in a database of their own', () =>
    describePostgres(sentence, (open) =>
      block(async () => {
        const [database, tables] = [await open(), await open()];
        return { database, tables, events: withHandOver(createPostgresEvents(tables, database), database) };
      }),
    ));
}

/** A database with the events in it. */
export function storesIn(database: Database): TableStores {
  return { database, tables: database, events: createPostgresEvents(database) };
}
