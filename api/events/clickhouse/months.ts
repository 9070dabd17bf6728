import type { ClickHouse } from './connect.ts';
import { type EventsInClickHouse, type Generation, whileCounting } from './lock.ts';
import { sumDays } from './sum-days.ts';
import { listWaitingMonths } from './waiting.ts';

interface Retention {
  /** So many whole months before this one are kept. */
  readonly months: number;
  readonly now: Date;
}

/**
 * Removes the visits of the months before those that are stored, but not their counts: whole partitions. A month of which
 * something has not been counted yet stays. Tables that are spread over several machines have no partitions to drop: they
 * keep to a time of their own (TTL).
 */
export async function removeOldVisits(places: EventsInClickHouse, { months, now }: Retention): Promise<void> {
  const { clickhouse } = places;
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 10);
  const old = (await listPartitions(clickhouse)).filter(({ month }) => month < first);
  if (old.length === 0) return;
  // Bit by bit, so that others can count in between.
  let summedUntil: Generation | undefined;
  const sumSome = ({ generation }: { readonly generation: Generation }) =>
    sumDays(clickhouse, { generation, summedUntil: (summedUntil ??= generation - 1) });
  while ((await whileCounting(places, sumSome)) > 0);
  await whileCounting(places, async ({ trx, generation }) => {
    // The sums of these days will not change any more.
    await sumDays(clickhouse, { generation, maxMilliseconds: Infinity });
    const waiting = await listWaitingMonths(clickhouse);
    // Rejects where the transaction has ended, and others may count.
    await trx.raw('SELECT 1');
    for (const { table, month } of old) {
      // Counting a visit sums up its day again, which needs all others of that day.
      if (!waiting.has(month)) await clickhouse.execute(`ALTER TABLE ${table} DROP PARTITION '${month}'`);
    }
  });
}

interface Partition {
  readonly table: string;
  readonly month: string;
}

/** Those with rows, of the tables that have one for each month. */
async function listPartitions(clickhouse: ClickHouse): Promise<readonly Partition[]> {
  return clickhouse.query<Partition>(partitionsText);
}

const partitionsText = `
  SELECT DISTINCT table, partition AS month FROM system.parts
  WHERE database = currentDatabase() AND active AND table IN ('event_batches', 'quiz_visits', 'browser_visits')
  ORDER BY table, month`;
