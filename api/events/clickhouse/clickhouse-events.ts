import type { Database } from '../../platform/db/database.ts';
import type { EventStore } from '../event-store.ts';
import { readBatches, storeBatches } from './batches.ts';
import type { ClickHouse } from './connect.ts';
import type { EventsInClickHouse } from './lock.ts';
import { removeOldVisits } from './months.ts';
import { countVisitsOfFunnels, readCounted, readOrigins } from './read-counted.ts';
import { listLastVisits } from './visits.ts';
import { readSecondsWaiting } from './waiting.ts';

/** The store of events in a ClickHouse database whose tables are there (`makeChanges`). */
export function createClickHouseEvents(clickhouse: ClickHouse, main: Database): EventStore {
  const places: EventsInClickHouse = { clickhouse, main };
  return {
    storeBatches: (batches) => storeBatches(clickhouse, batches),
    // Counting needs the whole engine, which is loaded after the start.
    count: async (options) => (await import('./count-waiting.ts')).countWaiting(places, options),
    moveOld: () => Promise.resolve(0),
    readReported: (ids) => readBatches(clickhouse, ids),
    listLast: (funnel, count) => listLastVisits(clickhouse, funnel, count),
    countVisits: () => countVisitsOfFunnels(clickhouse),
    readCounted: (funnel, period, add) => readCounted(places, { funnel, period }, add),
    readOrigins: (funnel, ids) => readOrigins(clickhouse, funnel, ids),
    secondsWaiting: () => readSecondsWaiting(clickhouse),
    prepare: () => Promise.resolve(),
    maintain: ({ months }) => removeOldVisits(places, { months, now: new Date() }),
  };
}
