import type { Knex } from 'knex';
import type { Database } from '../../platform/db/database.ts';

/** Months ahead that have partitions already. */
const monthsAhead = 2;

/**
 * Makes the partitions of `quiz_visits` that will be needed: of the months after the last that there is, to the month
 * after next. The first one, which a migration makes, holds whatever is older. Any number of processes may do it at
 * once.
 */
export async function makePartitions(database: Database, now: Date): Promise<void> {
  if (missing(await listPartitions(database.knex), now).length === 0) return;
  await database.knex.transaction(async (trx) => {
    await lockPartitions(trx);
    for (const month of missing(await listPartitions(trx), now)) await makePartition(trx, month);
  });
}

type Partitioned = 'quiz_visits' | 'event_batches';

/** The months that have a partition, oldest first. */
export async function listPartitions(knex: Knex, table: Partitioned = 'quiz_visits'): Promise<readonly Month[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = '${table}'::regclass ORDER BY relname`);
  const names = rows.map(({ name }) => name.slice(table.length + 1)).filter((name) => /^\d{4}_\d{2}$/.test(name));
  return names.map((name) => `${name.replace('_', '-')}-01`);
}

/** The table with the visits of a month. */
export function partitionOf(month: Month, table: Partitioned = 'quiz_visits'): string {
  return `${table}_${month.slice(0, 7).replace('-', '_')}`;
}

/** The months that are over and have a partition of `event_batches`, as earlier programs made them. */
export async function listPastBatchMonths(knex: Knex, now: Date): Promise<readonly Month[]> {
  const months = await listPartitions(knex, 'event_batches');
  return months.filter((month) => month < monthOf(now));
}

function missing(there: readonly Month[], now: Date): Month[] {
  const last = addMonths(monthOf(now), monthsAhead);
  const months: Month[] = [];
  let month = there.at(-1) ?? addMonths(monthOf(now), -1);
  while (month < last) months.push((month = addMonths(month, 1)));
  return months;
}

/** Attached, not created as a partition: that would lock the whole table. */
async function makePartition(trx: Knex, month: Month): Promise<void> {
  const [name, from, to] = [partitionOf(month), firstIdOf(month), firstIdOf(addMonths(month, 1))];
  await trx.raw('LOCK TABLE quiz_visits_other IN ACCESS EXCLUSIVE MODE');
  await trx.raw(`CREATE TABLE ${name} (LIKE quiz_visits INCLUDING DEFAULTS)`);
  await trx.raw(`
    WITH moved AS (DELETE FROM quiz_visits_other WHERE id >= '${from}' AND id < '${to}' RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`);
  await trx.raw(`ALTER TABLE quiz_visits ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

/** The smallest id of a visit of that month: the first 48 bits of a UUID of version 7 are the time. */
function firstIdOf(month: Month): string {
  const digits = Date.parse(month).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

interface Retention {
  /** All that there ever were. */
  readonly funnels: readonly string[];
  /** So many whole months before this one are kept. */
  readonly months: number;
  readonly now: Date;
  /** Rows that go in one transaction. */
  readonly batchSize?: number;
}

/**
 * Removes the visits of the months before those that are stored: whole partitions, earlier visits outside of them, and
 * batches that belong to no visit. What has not been counted yet stays, and so do the counts. The partitions of batches
 * that earlier programs made go as soon as nothing is in them.
 */
export async function removeOldVisits(
  database: Database,
  { funnels, months, now, batchSize = 5_000 }: Retention,
): Promise<void> {
  const first = firstStoredMonth(now, months);
  const old = (await listPartitions(database.knex)).filter((month) => month < first);
  for (const month of old) await dropPartition(database, 'quiz_visits', month);
  for (const month of await listPastBatchMonths(database.knex, now))
    await dropPartition(database, 'event_batches', month, month < first ? 'counted_at IS NULL' : 'true');
  for (const text of [removeBatchesText, removeVisitsText]) {
    let removed = batchSize;
    while (removed === batchSize)
      removed = await removeRows(database, text, { first: new Date(first), batchSize, funnels });
  }
}

/**
 * Unless there are rows in it of which `keeping` (SQL) holds. None comes meanwhile: they all go to the table, which is
 * locked.
 */
async function dropPartition(database: Database, table: Partitioned, month: Month, keeping = 'false'): Promise<void> {
  await database.knex.transaction(async (trx) => {
    await lockPartitions(trx);
    if (!(await listPartitions(trx, table)).includes(month)) return;
    const name = partitionOf(month, table);
    await trx.raw(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
    const { rows } = await trx.raw<{ rows: object[] }>(`SELECT FROM ${name} WHERE ${keeping} LIMIT 1`);
    if (rows.length === 0) await trx.raw(`DROP TABLE ${name}`);
  });
}

async function removeRows(
  database: Database,
  text: string,
  bindings: { readonly first: Date; readonly batchSize: number; readonly funnels: readonly string[] },
): Promise<number> {
  const { rows } = await database.knex.raw<{ rows: { removed: number }[] }>(text, {
    ...bindings,
    funnels: [...bindings.funnels],
  });
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
      SELECT v.id FROM unnest(:funnels::text[]) AS f (funnel) CROSS JOIN LATERAL (
        SELECT id FROM quiz_visits WHERE funnel = f.funnel AND started_at < :first ORDER BY started_at LIMIT :batchSize) v
      LIMIT :batchSize),
    gone AS (DELETE FROM quiz_visits q USING old WHERE q.id = old.id RETURNING 1)
  SELECT count(*)::int AS removed FROM gone`;

/**
 * Waits until no other process changes the partitions or counts visits, and waits for locks of tables a few
 * seconds at most: one that waits makes all others wait too.
 */
async function lockPartitions(trx: Knex): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtext('count-visits'))");
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
