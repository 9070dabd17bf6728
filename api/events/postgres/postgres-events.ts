import type { Database } from '../../platform/db/database.ts';
import type { EventStore } from '../event-store.ts';
import { makePartitions, removeOldVisits } from './partitions.ts';
import { readCounted, readOrigins } from './read-counted.ts';
import { storeBatches } from './store-batches.ts';
import { readStoredVisits } from './stored-visits.ts';

/** The store of events in a PostgreSQL database. `main`: where the funnels were published. Both are up to date. */
export function createPostgresEvents(database: Database, main: Database = database): EventStore {
  const places = { database, main };
  return {
    storeBatches: (batches) => storeBatches(database, batches),
    count: async (options) => (await loadCounting()).countWaiting(places, options),
    moveOld: async (limit) => (await loadCounting()).moveCounted(places, { limit, now: new Date() }),
    async readReported(ids) {
      const stored = await readStoredVisits(database.knex, ids);
      return new Map([...stored].map(([id, { reported }]) => [id, reported]));
    },
    async listLast(funnel, count) {
      const rows = await database.query<{ id: string }>({
        name: 'last-visits',
        text: lastText,
        values: [funnel, count],
      });
      return rows.map(({ id }) => id);
    },
    async countVisits() {
      const rows = await database.query<VisitsRow>({ name: 'count-visits', text: visitsText, values: [] });
      return new Map(rows.map(({ funnel, visits }) => [funnel, visits]));
    },
    readCounted: (funnel, period, add) => readCounted(database, { funnel, period }, add),
    readOrigins: (funnel, ids) => readOrigins(database, funnel, ids),
    async secondsWaiting() {
      const [row] = await database.query<{ seconds: number }>({
        name: 'events-waiting',
        text: waitingText,
        values: [],
      });
      return row!.seconds;
    },
    prepare: () => makePartitions(database, new Date()),
    async maintain({ months }) {
      const now = new Date();
      await makePartitions(database, now);
      const funnels = await main.knex('funnel_versions').distinct().pluck<string[]>('funnel');
      await removeOldVisits(database, { funnels, months, now });
    },
  };
}

/** It needs the whole engine, which is loaded after the start. */
function loadCounting() {
  return import('./count-waiting.ts');
}

const lastText = 'SELECT id FROM quiz_visits WHERE funnel = $1 ORDER BY started_at DESC, id DESC LIMIT $2';

interface VisitsRow {
  readonly funnel: string;
  readonly visits: number;
}

const visitsText = `
  SELECT funnel, sum((counts ->> 'visits')::bigint)::bigint AS visits FROM quiz_counts
  WHERE counts ? 'visits' GROUP BY funnel`;

const waitingText = `
  SELECT greatest(coalesce(extract(epoch FROM now() - min(received_at)), 0), 0)::float8 AS seconds
  FROM event_batches WHERE counted_at IS NULL`;
