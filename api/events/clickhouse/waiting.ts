import type { CountOptions } from '../event-store.ts';
import type { StoredBatch } from '../stored-log.ts';
import { type ClickHouse, toClickHouseTime } from './connect.ts';

/** A batch that has not been counted. */
export interface WaitingBatch {
  /** Milliseconds. */
  readonly received: number;
  readonly month: string;
  readonly visit: string;
  readonly page: number;
  readonly n: number;
  /** Seconds since it was stored; it may have come long before, to the main database. */
  readonly age: number;
  /** How often it stands there. */
  readonly times: number;
}

/** Of the batches that wait and came until then, those that came first, so many at most; and all others of their visits. */
export async function readWaiting(clickhouse: ClickHouse, { limit, until }: CountOptions): Promise<WaitingBatch[]> {
  return clickhouse.query(waitingText, { limit, until: toClickHouseTime(until ?? lastTime) });
}

const lastTime = new Date('2100-01-01');

const waiting = `
  SELECT received_at, month, visit, page, n, sum(sign) AS times, now() - max(stored_at) AS age FROM waiting_batches
  GROUP BY received_at, month, visit, page, n HAVING times > 0`;

const waitingText = `
  WITH waiting AS (${waiting}), oldest AS (
    SELECT visit FROM waiting WHERE received_at <= toDateTime64({until:String}, 3, 'UTC')
    ORDER BY received_at LIMIT {limit:UInt32}
  )
  SELECT toUnixTimestamp64Milli(received_at) AS received, month, visit, page, n, times, age
  FROM waiting WHERE visit IN (SELECT visit FROM oldest)`;

/** In seconds. No insert takes that long, and no replica lags so far behind. */
const maxInvisible = 24 * 3_600;

/**
 * Those that are settled by counting these batches. One that waits may be seen before the batch itself can be read: it
 * stays, unless the batch is gone.
 */
export function settledBy(
  batches: ReadonlyMap<string, readonly StoredBatch[]>,
  waitingBatches: readonly WaitingBatch[],
): readonly WaitingBatch[] {
  const isRead = ({ visit, page, n }: WaitingBatch) =>
    batches.get(visit)?.some((batch) => batch.page === page && batch.n <= n && n < batch.n + batch.count);
  return waitingBatches.filter((batch) => isRead(batch) || batch.age > maxInvisible);
}

/** Takes away what has been counted. */
export async function removeWaiting(clickhouse: ClickHouse, batches: readonly WaitingBatch[]): Promise<void> {
  const rows = batches.flatMap(({ received, times, month, visit, page, n }) => {
    const row = { month, visit, page, n, received_at: toClickHouseTime(new Date(received)), sign: -1 };
    return Array.from({ length: times }, () => row);
  });
  await clickhouse.insert('waiting_batches', rows);
}

/** For how many seconds the first of those that wait has waited; 0 where none does. */
export async function readSecondsWaiting(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ readonly seconds: number }>(secondsText);
  return row?.seconds ?? 0;
}

const secondsText = `
  SELECT greatest(0, toFloat64(now64(3)) - toFloat64(received_at)) AS seconds
  FROM (${waiting}) ORDER BY received_at LIMIT 1`;

/** The months of visits of which something waits, by their first days. */
export async function listWaitingMonths(clickhouse: ClickHouse): Promise<ReadonlySet<string>> {
  const rows = await clickhouse.query<{ readonly month: string }>(`SELECT DISTINCT month FROM (${waiting})`);
  return new Set(rows.map(({ month }) => month));
}
