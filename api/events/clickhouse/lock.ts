import type { Knex } from 'knex';
import type { Database } from '../../platform/db/database.ts';
import type { ClickHouse } from './connect.ts';

/** Events in ClickHouse. */
export interface EventsInClickHouse {
  readonly clickhouse: ClickHouse;
  /** Where the funnels were published; its lock lets one process count at a time. */
  readonly main: Database;
}

/** When something was written, as a number that only grows: microseconds since 1970, by the clock of the main database. */
export type Generation = number;

/** Until the transaction is over, no other process counts. Resolves to a generation after all that are known. */
export async function lockCounting(clickhouse: ClickHouse, trx: Knex): Promise<Generation> {
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('count-visits'))`);
  const { rows } = (await trx.raw(clockText)) as { readonly rows: readonly { readonly clock: number }[] };
  const [last] = await clickhouse.query<{ readonly generation: number }>(lastText);
  return Math.max(Math.floor(rows[0]!.clock), last!.generation + 1);
}

const clockText = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS clock';

const lastText = 'SELECT greatest(max(changed), max(begun), max(summed)) AS generation FROM quiz_days';

/** Until the transaction is over, no process counts. Any number of transactions may have that at a time. */
export async function waitForCounting(trx: Knex): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock_shared(hashtext('count-visits'))`);
}
