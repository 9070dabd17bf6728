import type { Database } from '../../platform/db/database.ts';
import type { Counts } from '../counting/counts.ts';
import type { ArrivedBatch } from '../event-store.ts';
import { createPostgresEvents } from '../postgres/postgres-events.ts';
import type { StoredBatch } from '../stored-log.ts';
import { createClickHouseEvents } from './clickhouse-events.ts';
import type { ClickHouse } from './connect.ts';
import { type EventsInClickHouse, type Generation, whileCounting } from './lock.ts';
import type { QuizDay } from './visits.ts';

interface CopyOptions extends EventsInClickHouse {
  /** A PostgreSQL database with events; it may be the main one. */
  readonly source: Database;
  /** Only visits with smaller ids; those that have nothing but stray batches are copied in any case. */
  readonly before?: string;
  /**
   * Called with the number of visits that are stored now, and the smallest of their ids: the rest has smaller ones.
   */
  readonly onCopied?: (copied: { readonly visits: number; readonly last: string }) => void;
}

const visitsAtOnce = 1_000;

/**
 * Copies all events that PostgreSQL has, the latest visits first, beside servers that store new ones here already. Done
 * again, or after it broke off, it comes to the same. Sums of days whose visits aren't all stored any more are copied as
 * they are.
 */
export async function copyEvents({ source, clickhouse, main, before, onCopied }: CopyOptions): Promise<void> {
  const events = createClickHouseEvents(clickhouse, main);
  const old = createPostgresEvents(source, main);
  await clickhouse.insert('day_sources', await readRows(source, sourcesText));

  async function copyVisits(text: string, until: string): Promise<void> {
    for (let last = until; ;) {
      const ids = (await readRows<{ id: string }>(source, text, [last, visitsAtOnce])).map(({ id }) => id);
      if (ids.length === 0) return;
      const reported = await old.readReported(ids);
      await events.storeBatches([...reported.values()].flat().flatMap(splitBatch));
      const until = new Date();
      while ((await events.count({ limit: 10 * visitsAtOnce, until })) > 0);
      last = ids.at(-1)!;
      onCopied?.({ visits: ids.length, last });
    }
  }

  await copyVisits(strayText, lastId);
  await copyVisits(visitsText, before ?? lastId);
  while ((await events.count({ limit: 10 * visitsAtOnce })) > 0);
  await copySums({ source, clickhouse, main });
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const visitsText = 'SELECT id FROM quiz_visits WHERE id < ? ORDER BY id DESC LIMIT ?';

/** Visits with batches that wait, or whose first batch never came. */
const strayText = 'SELECT DISTINCT visit AS id FROM event_batches WHERE visit < ? ORDER BY visit DESC LIMIT ?';

const sourcesText = 'SELECT DISTINCT funnel, day::text, utm_source AS source FROM quiz_counts';

/**
 * Batches that were put together, as one with all events, and empty ones in place of the others: so those that follow,
 * or come again, are told from them.
 */
function splitBatch({ count, n, events, ...batch }: StoredBatch): readonly ArrivedBatch[] {
  return Array.from({ length: count }, (_, place) => ({ ...batch, n: n + place, events: place === 0 ? events : [] }));
}

/** The sums of days of which visits were removed: no sum of those that are left is theirs. */
async function copySums({ source, clickhouse, main }: CopyOptions): Promise<void> {
  for (const { visits, ...day } of await readRows<QuizDay & { visits: number }>(source, daysText)) {
    const [stored] = await readRows<{ visits: number }>(source, storedText, [day.funnel, day.day, day.day]);
    if (stored!.visits >= visits) continue;
    const sums = await readRows<SumsOfDay>(source, sumsText, [day.funnel, day.day]);
    await whileCounting({ clickhouse, main }, ({ generation }) => storeSums(clickhouse, day, sums, generation));
  }
}

interface SumsOfDay {
  readonly version: string;
  readonly locale: string;
  readonly utm_source: string;
  readonly variants: string;
  readonly counts: Counts;
}

/** As `sumDay` does: where it breaks off, the day is summed again. */
async function storeSums(
  clickhouse: ClickHouse,
  day: QuizDay,
  sums: readonly SumsOfDay[],
  generation: Generation,
): Promise<void> {
  await clickhouse.insert('quiz_days', [{ ...day, begun: generation }]);
  await clickhouse.insert(
    'quiz_counts',
    sums.map(({ counts, ...keys }) => {
      return { ...day, ...keys, names: Object.keys(counts), numbers: Object.values(counts), generation };
    }),
  );
  await clickhouse.insert('quiz_days', [{ ...day, summed: generation }]);
}

const daysText = `
  SELECT funnel, day::text, coalesce(sum((counts ->> 'visits')::bigint), 0)::bigint AS visits
  FROM quiz_counts GROUP BY funnel, day ORDER BY day DESC`;

const storedText = `
  SELECT count(*) AS visits FROM quiz_visits
  WHERE funnel = ? AND started_at >= ?::date::timestamp AT TIME ZONE 'UTC'
    AND started_at < (?::date + 1)::timestamp AT TIME ZONE 'UTC'`;

const sumsText = `
  SELECT version, locale, utm_source, variants, counts FROM quiz_counts
  WHERE funnel = ? AND day = ? AND counts <> '{}'`;

async function readRows<Row>({ knex }: Database, text: string, values: readonly (string | number)[] = []) {
  const { rows } = await knex.raw<{ rows: Row[] }>(text, [...values]);
  return rows;
}
