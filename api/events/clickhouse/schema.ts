import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse } from './connect.ts';

/**
 * The tables in ClickHouse, which has no transactions. What comes is in `event_batches`, as it came, for as long as the
 * visit is stored; everything else follows from it, and is written so that doing it once more changes nothing.
 */
interface Change {
  readonly name: string;
  readonly statements: readonly string[];
}

/** What is answered has to survive a power cut. */
const durable = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1';

/** A change that is there never changes: another one is added. */
export const changes: readonly Change[] = [
  {
    name: '0001_events',
    statements: [
      // What browsers report. Of two with one number the one that came first is the batch.
      `CREATE TABLE IF NOT EXISTS event_batches (
        month Date COMMENT 'In which the visit began, or this was received',
        visit UUID,
        page Int64 COMMENT 'When the page was opened, by the clock of the visitor; 0: reported by the server',
        n Int64,
        funnel LowCardinality(String),
        events String CODEC(ZSTD(6)),
        received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
        earliness UInt64 MATERIALIZED 9223372036854775807 - toUnixTimestamp64Milli(received_at) CODEC(Delta, ZSTD)
      ) ENGINE = ReplacingMergeTree(earliness) PARTITION BY month ORDER BY (toUInt128(visit), page, n) ${durable}`,

      // Batches that have not been counted: with -1 they are taken away, and merges remove both.
      `CREATE TABLE IF NOT EXISTS waiting_batches (
        received_at DateTime64(3, 'UTC'),
        month Date,
        visit UUID,
        page Int64,
        n Int64,
        stored_at DateTime DEFAULT now(),
        sign Int8
      ) ENGINE = CollapsingMergeTree(sign) ORDER BY (received_at, toUInt128(visit), page, n) ${durable}`,
      `CREATE MATERIALIZED VIEW IF NOT EXISTS to_waiting_batches TO waiting_batches AS
        SELECT received_at, month, visit, page, n, now() AS stored_at, toInt8(1) AS sign FROM event_batches`,

      // A visit as far as it has been counted: the row of the highest generation.
      `CREATE TABLE IF NOT EXISTS quiz_visits (
        id UUID,
        funnel LowCardinality(String),
        day Date COMMENT 'On which it started, UTC',
        started_at DateTime64(3, 'UTC'),
        version LowCardinality(String),
        locale LowCardinality(String),
        utm_source LowCardinality(String),
        variants LowCardinality(String) COMMENT 'Variant by experiment as JSON with sorted keys, as assigned',
        met LowCardinality(String) COMMENT 'Of those experiments that the visit has met',
        seed String,
        first Bool COMMENT 'The first visit of its browser: a visitor',
        signed_up Bool,
        paid Bool,
        names Array(LowCardinality(String)) COMMENT 'What is counted of it (api/events/counting/counts.ts)',
        numbers Array(UInt32),
        generation UInt64,
        INDEX days day TYPE minmax GRANULARITY 1
      ) ENGINE = ReplacingMergeTree(generation) PARTITION BY toStartOfMonth(day) ORDER BY toUInt128(id) ${durable}`,

      // Where to look for the visits of a browser.
      `CREATE TABLE IF NOT EXISTS browser_visits (
        funnel LowCardinality(String),
        seed String,
        day Date,
        id UUID
      ) ENGINE = ReplacingMergeTree PARTITION BY toStartOfMonth(day) ORDER BY (funnel, seed, toUInt128(id))
      SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1`,
      `CREATE MATERIALIZED VIEW IF NOT EXISTS to_browser_visits TO browser_visits AS
        SELECT funnel, seed, day, id FROM quiz_visits`,

      // Generations: of the last change of a day's visits, of the last sums that were begun and that are whole.
      `CREATE TABLE IF NOT EXISTS quiz_days (
        funnel LowCardinality(String),
        day Date,
        changed SimpleAggregateFunction(max, UInt64),
        begun SimpleAggregateFunction(max, UInt64),
        summed SimpleAggregateFunction(max, UInt64)
      ) ENGINE = AggregatingMergeTree ORDER BY (funnel, day) ${durable}`,

      // Sums of a day over visits that have these things in common, for good; those of the day's generation hold.
      `CREATE TABLE IF NOT EXISTS quiz_counts (
        funnel LowCardinality(String),
        day Date,
        version LowCardinality(String),
        locale LowCardinality(String),
        utm_source LowCardinality(String),
        variants LowCardinality(String),
        names Array(LowCardinality(String)),
        numbers Array(UInt64),
        generation UInt64
      ) ENGINE = ReplacingMergeTree(generation) ORDER BY (funnel, day, version, locale, utm_source, variants) ${durable}`,

      // Which sources of a day are counted apart, for good.
      `CREATE TABLE IF NOT EXISTS day_sources (
        funnel LowCardinality(String),
        day Date,
        source LowCardinality(String)
      ) ENGINE = ReplacingMergeTree ORDER BY (funnel, day, source) ${durable}`,
    ],
  },
];

const changesText = `
  CREATE TABLE IF NOT EXISTS events_changes (name String, made_at DateTime DEFAULT now())
  ENGINE = ReplacingMergeTree ORDER BY name`;

/**
 * Makes the changes that are missing, and returns their names. Each can be made again, by several processes at once: one
 * that broke off is.
 */
export async function makeChanges(clickhouse: ClickHouse): Promise<readonly string[]> {
  await clickhouse.execute(changesText);
  const missing = await listMissing(clickhouse);
  for (const { name, statements } of missing) {
    for (const statement of statements) await clickhouse.execute(statement);
    await clickhouse.insert('events_changes', [{ name }]);
  }
  return missing.map(({ name }) => name);
}

async function listMissing(clickhouse: ClickHouse): Promise<readonly Change[]> {
  const made = await clickhouse.query<{ readonly name: string }>('SELECT name FROM events_changes');
  return changes.filter((change) => !made.some(({ name }) => name === change.name));
}

const pollMilliseconds = 250;

/** Waits until another process has made all changes. */
export async function waitForChanges(
  clickhouse: ClickHouse,
  beforeWaiting: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  for (let isFirst = true; !(await isUpToDate(clickhouse)); isFirst = false) {
    if (isFirst) await beforeWaiting();
    await sleep(pollMilliseconds);
  }
}

async function isUpToDate(clickhouse: ClickHouse): Promise<boolean> {
  const [table] = await clickhouse.query<{ readonly result: number }>('EXISTS TABLE events_changes');
  return table?.result === 1 && (await listMissing(clickhouse)).length === 0;
}
