import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import type { EventStore } from './event-store.ts';

/** Events, wherever they are. */
export interface OpenEvents {
  readonly events: EventStore;
  /** That of events alone, once it is open. */
  readonly eventsDatabase: () => Database | null;
  readonly close: () => Promise<void>;
}

/** A store with what it has of its own. */
interface Opened {
  readonly events: EventStore;
  readonly database: Database | null;
  readonly close: () => Promise<void>;
}

/** So long a store that could not be opened is left alone. */
const pauseMilliseconds = 1_000;

/**
 * Opens a store, or whenever it is asked for something once that can be done: until then each call rejects with what kept
 * it from being opened. The first failure is logged, and the end of them.
 */
export async function openLater(open: (isStart: boolean) => Promise<Opened>, log: Log): Promise<OpenEvents> {
  let opening: Promise<Opened> | null = null;
  let opened: Opened | null = null;
  let isDown = false;

  async function tryOpen(): Promise<Opened> {
    try {
      opened = await open(!isDown);
      if (isDown) log.warn('events_database_back');
      return opened;
    } catch (error) {
      if (!isDown) log.error('events_database_unavailable', error);
      isDown = true;
      setTimeout(() => (opening = null), pauseMilliseconds).unref();
      throw error;
    }
  }

  const ready = async () => (await (opening ??= tryOpen())).events;

  await ready().catch(() => undefined);
  return {
    eventsDatabase: () => opened?.database ?? null,
    async close() {
      await opening?.catch(() => undefined);
      await opened?.close();
    },
    events: {
      storeBatches: async (batches) => (await ready()).storeBatches(batches),
      count: async (options) => (await ready()).count(options),
      moveOld: async (limit) => (await ready()).moveOld(limit),
      readReported: async (ids) => (await ready()).readReported(ids),
      listLast: async (funnel, count) => (await ready()).listLast(funnel, count),
      countVisits: async () => (await ready()).countVisits(),
      readCounted: async (funnel, period, add) => (await ready()).readCounted(funnel, period, add),
      readOrigins: async (funnel, ids) => (await ready()).readOrigins(funnel, ids),
      secondsWaiting: async () => (await ready()).secondsWaiting(),
      prepare: async () => (await ready()).prepare(),
      maintain: async (options) => (await ready()).maintain(options),
    },
  };
}
