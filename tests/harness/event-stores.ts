import { randomUUID } from 'node:crypto';
import { describe, inject, onTestFinished } from 'vitest';
import { createClickHouseEvents } from '../../api/events/clickhouse/clickhouse-events.ts';
import { type ClickHouse, connectClickHouse } from '../../api/events/clickhouse/connect.ts';
import { makeChanges } from '../../api/events/clickhouse/schema.ts';
import type { EventStore } from '../../api/events/event-store.ts';
import { withHandOver } from '../../api/events/hand-over.ts';
import { createPostgresEvents } from '../../api/events/postgres/postgres-events.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { describePostgres } from './databases.ts';

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
  describeClickHouse(sentence, block);
}

/** Such with events in ClickHouse. */
export interface ClickHouseStores extends Stores {
  readonly clickhouse: ClickHouse;
}

/** Runs a block of tests with events in ClickHouse. */
export function describeClickHouse(sentence: string, block: (open: Open<ClickHouseStores>) => void): void {
  describe.skipIf(inject('clickhouseUrl') === null)('with events in ClickHouse', () =>
    describePostgres(sentence, (open) =>
      block(async () => {
        const database = await open();
        const clickhouse = await openClickHouse(inject('clickhouseUrl')!);
        await makeChanges(clickhouse);
        return { database, clickhouse, events: withHandOver(createClickHouseEvents(clickhouse, database), database) };
      }),
    ),
  );
}

/** A new, empty database on that server. */
export async function openClickHouse(server: string): Promise<ClickHouse> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = connectClickHouse(`${server}/default`);
  await admin.execute(`CREATE DATABASE ${name}`);
  const clickhouse = connectClickHouse(`${server}/${name}`);
  onTestFinished(async () => {
    await clickhouse.close();
    await admin.execute(`DROP DATABASE IF EXISTS ${name} SYNC`);
    await admin.close();
  });
  return clickhouse;
}

/** Runs a block of tests with events in the one PostgreSQL database, and in one of their own. */
export function describeEventTables(sentence: string, block: (open: Open<TableStores>) => void): void {
  describePostgres(sentence, (open) => block(async () => storesIn(await open())));
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
