import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import { lockEvents } from './lock-events.ts';
import { firstKeptMonth, type Month } from './months.ts';
import { listPartitions, partitionOf } from './partitions.ts';

interface Keeping {
  /** So many whole months before this one are kept. */
  readonly months: number;
  readonly now: Date;
  /** Rows that go in one transaction. */
  readonly batchSize?: number;
}

/**
 * Removes what visits told before the months that are kept: whole partitions, and of what has none the batches that came
 * before; and the visits themselves. What has not been counted yet stays, and so do the counts.
 */
export async function forgetVisits(database: Database, { months, now, batchSize = 5_000 }: Keeping): Promise<void> {
  const first = firstKeptMonth(now, months);
  const old = (await listPartitions(database.knex)).filter((month) => month < first);
  for (const month of old) await database.knex.transaction((trx) => dropPartition(trx, month));
  for (const text of [removeBatchesText, removeVisitsText]) {
    let removed = batchSize;
    while (removed === batchSize) removed = await removeRows(database, text, { first, batchSize });
  }
}

async function dropPartition(trx: Knex, month: Month): Promise<void> {
  await lockEvents(trx);
  if (!(await listPartitions(trx)).includes(month)) return;
  const name = partitionOf(month);
  // Nobody adds to it from here on: all go by way of the table as a whole.
  await trx.raw('LOCK TABLE ONLY event_batches IN ACCESS EXCLUSIVE MODE');
  const waiting = await trx(name).whereNull('counted_at').first('n');
  if (waiting === undefined) await trx.raw(`DROP TABLE ${name}`);
}

async function removeRows(
  database: Database,
  text: string,
  bindings: { readonly first: Month; readonly batchSize: number },
): Promise<number> {
  const { rows } = await database.knex.raw<{ rows: { removed: number }[] }>(text, bindings);
  return rows[0]?.removed ?? 0;
}

// By when they came: the time of a visit without a partition is nothing to go by.
const removeBatchesText = `
  WITH old AS MATERIALIZED (
      SELECT ctid FROM event_batches_other WHERE received_at < :first AND counted_at IS NOT NULL LIMIT :batchSize),
    gone AS (DELETE FROM event_batches_other b USING old WHERE b.ctid = old.ctid RETURNING 1)
  SELECT count(*)::int AS removed FROM gone`;

// By funnel, as the index is.
const removeVisitsText = `
  WITH old AS MATERIALIZED (
      SELECT v.id FROM (SELECT DISTINCT funnel FROM funnel_versions) f CROSS JOIN LATERAL (
        SELECT id FROM quiz_visits WHERE funnel = f.funnel AND started_at < :first ORDER BY started_at LIMIT :batchSize) v
      LIMIT :batchSize),
    gone AS (DELETE FROM quiz_visits q USING old WHERE q.id = old.id RETURNING 1)
  SELECT count(*)::int AS removed FROM gone`;
