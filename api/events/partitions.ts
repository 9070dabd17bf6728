import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';

const prefix = 'event_batches_';
const dayMilliseconds = 86_400_000;
const daysBack = 60;
const monthsAhead = 2;

/**
 * Makes the partitions of `event_batches` that will be needed: of the months from 60 days ago to the month after next.
 * What came before its partition was there moves into it. Any number of processes may do it at once.
 */
export async function makePartitions(database: Database, now: Date): Promise<void> {
  if (missing(await listPartitions(database.knex), now).length === 0) return;
  await database.knex.transaction(async (trx) => {
    await lockEvents(trx);
    for (const month of missing(await listPartitions(trx), now)) await makePartition(trx, month);
  });
}

/** The months that have a partition, oldest first. */
export async function listPartitions(knex: Knex): Promise<readonly Month[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'event_batches'::regclass ORDER BY relname`);
  return rows.filter(({ name }) => /_\d{4}_\d{2}$/.test(name)).map(({ name }) => monthNamed(name));
}

/** The table with the batches of a month. */
export function partitionOf(month: Month): string {
  return `${prefix}${month.slice(0, 7).replace('-', '_')}`;
}

function monthNamed(partition: string): Month {
  return `${partition.slice(prefix.length).replace('_', '-')}-01`;
}

function missing(there: readonly Month[], now: Date): Month[] {
  const last = addMonths(monthOf(now), monthsAhead);
  const months = [monthOf(new Date(now.getTime() - daysBack * dayMilliseconds))];
  while (months.at(-1)! < last) months.push(addMonths(months.at(-1)!, 1));
  return months.filter((month) => !there.includes(month));
}

/** Attached, not created as a partition: that would lock the whole table. */
async function makePartition(trx: Knex, month: Month): Promise<void> {
  const [name, next] = [partitionOf(month), addMonths(month, 1)];
  await trx.raw('LOCK TABLE event_batches_other IN ACCESS EXCLUSIVE MODE');
  await trx.raw(`CREATE TABLE ${name} (LIKE event_batches INCLUDING DEFAULTS)`);
  await trx.raw(`
    WITH moved AS (DELETE FROM event_batches_other WHERE day >= '${month}' AND day < '${next}' RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`);
  await trx.raw(`ALTER TABLE event_batches ATTACH PARTITION ${name} FOR VALUES FROM ('${month}') TO ('${next}')`);
}

/** Makes the partitions that new events need, and removes events that are too old. Runs regularly. */
export async function maintainPartitions(database: Database, months: number): Promise<void> {
  const now = new Date();
  await makePartitions(database, now);
  await removeOldVisits(database, { months, now });
}

interface Retention {
  /** So many whole months before this one are kept. */
  readonly months: number;
  readonly now: Date;
  /** Rows that go in one transaction. */
  readonly batchSize?: number;
}

/**
 * Removes what visits reported before the months that are stored: whole partitions, earlier batches outside of
 * partitions, and the visits themselves. What has not been counted yet stays, and so do the counts.
 */
export async function removeOldVisits(
  database: Database,
  { months, now, batchSize = 5_000 }: Retention,
): Promise<void> {
  const first = firstStoredMonth(now, months);
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
  // Nothing is added to it directly from here on: all inserts go to the table as a whole.
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

/**
 * Waits until no other process changes the partitions, and gives up locks of tables that are not had within seconds:
 * one that waits makes all others wait too.
 */
async function lockEvents(trx: Knex): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtext('event-partitions'))");
  await trx.raw("SET LOCAL lock_timeout = '3s'");
}

/** A calendar month in UTC by its first day, such as `2026-11-01`. */
type Month = string;

function monthOf(date: Date): Month {
  return `${date.toISOString().slice(0, 7)}-01`;
}

function addMonths(month: Month, count: number): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(new Date(Date.UTC(year, number - 1 + count)));
}

/** The first month that is kept, where so many are, this one not counted. */
function firstStoredMonth(now: Date, months: number): Month {
  return addMonths(monthOf(now), -months);
}
