import { type Database, DatabaseError } from '../../platform/db/database.ts';
import type { EventStore } from '../event-store.ts';
import { createClickHouseEvents } from './clickhouse-events.ts';
import { type ClickHouse, connectClickHouse } from './connect.ts';
import { makeChanges, waitForChanges } from './schema.ts';

interface OpenOptions {
  readonly main: Database;
  /** Whether it makes the tables; else it waits until they are there. */
  readonly migrates: boolean;
  /** Called before it has to wait. */
  readonly beforeWaiting?: (() => Promise<unknown>) | undefined;
}

/** A store in ClickHouse, with its connections. */
interface OpenClickHouse {
  readonly clickhouse: ClickHouse;
  readonly events: EventStore;
  readonly close: () => Promise<void>;
}

/** Opens the store in the ClickHouse of this URL; rejects with a `DatabaseError` where that can't be used. */
export function openClickHouse(url: string, { main, migrates, beforeWaiting }: OpenOptions): Promise<OpenClickHouse> {
  return withClickHouse(url, async (clickhouse) => {
    await (migrates ? makeChanges(clickhouse) : waitForChanges(clickhouse, beforeWaiting));
    return { clickhouse, events: createClickHouseEvents(clickhouse, main), close: () => clickhouse.close() };
  });
}

/** Brings the tables up to date; resolves to the names of the changes that it made. */
export function migrateClickHouse(url: string): Promise<readonly string[]> {
  return withClickHouse(url, async (clickhouse) => {
    const made = await makeChanges(clickhouse);
    await clickhouse.close();
    return made;
  });
}

async function withClickHouse<Result>(url: string, run: (clickhouse: ClickHouse) => Promise<Result>): Promise<Result> {
  let clickhouse: ClickHouse | undefined;
  try {
    clickhouse = connectClickHouse(url);
    await clickhouse.check();
    return await run(clickhouse);
  } catch (error) {
    await clickhouse?.close();
    throw new DatabaseError(`ClickHouse (EVENTS_DATABASE_URL) can't be used: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  // Of a name with several addresses.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
