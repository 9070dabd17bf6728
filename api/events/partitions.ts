import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import { lockEvents } from './lock-events.ts';
import { addMonths, monthOf, type Month } from './months.ts';

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

/** Attached, not created as a partition: that would keep everybody from the whole table. */
async function makePartition(trx: Knex, month: Month): Promise<void> {
  const [name, next] = [partitionOf(month), addMonths(month, 1)];
  await trx.raw('LOCK TABLE event_batches_other IN ACCESS EXCLUSIVE MODE');
  await trx.raw(`CREATE TABLE ${name} (LIKE event_batches INCLUDING DEFAULTS)`);
  await trx.raw(`
    WITH moved AS (DELETE FROM event_batches_other WHERE day >= '${month}' AND day < '${next}' RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`);
  await trx.raw(`ALTER TABLE event_batches ATTACH PARTITION ${name} FOR VALUES FROM ('${month}') TO ('${next}')`);
}
