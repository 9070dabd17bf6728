import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import type { EventStore } from './event-store.ts';
import { createPostgresEvents } from './postgres/postgres-events.ts';

interface EventsParts {
  /** Up to date. */
  readonly database: Database;
  readonly log: Log;
}

/** Opens the store of events, at each start. Where it can't be prepared, it takes them all the same. */
export async function openEvents({ database, log }: EventsParts): Promise<EventStore> {
  const events = createPostgresEvents(database);
  try {
    await events.prepare();
  } catch (error) {
    log.error('events_not_prepared', error);
  }
  return events;
}
