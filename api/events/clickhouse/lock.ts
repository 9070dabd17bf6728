import type { Knex } from 'knex';
import type { Database } from '../../platform/db/database.ts';
import { allowSilence } from '../../platform/db/silence.ts';
import type { ClickHouse } from './connect.ts';

/** Events in ClickHouse. */
export interface EventsInClickHouse {
  readonly clickhouse: ClickHouse;
  /** Where the funnels were published; its lock lets one process count at a time. */
  readonly main: Database;
}

/** When something was written, as a number that only grows: microseconds since 1970, by the clock of the main database. */
export type Generation = number;

/** What may be done while no other process counts. */
interface Counting {
  /** Of the main database. */
  readonly trx: Knex;
  /** After all that are known. */
  readonly generation: Generation;
}

/** Has `work` done while no other process counts, however long ClickHouse takes for it. */
export function whileCounting<Result>(
  { clickhouse, main }: EventsInClickHouse,
  work: (counting: Counting) => Promise<Result>,
): Promise<Result> {
  return inTransaction(main, async (trx) => {
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('count-visits'))`);
    const { rows } = (await trx.raw(clockText)) as { readonly rows: readonly { readonly clock: number }[] };
    const [last] = await clickhouse.query<{ readonly generation: number }>(lastText);
    return work({ trx, generation: Math.max(Math.floor(rows[0]!.clock), last!.generation + 1) });
  });
}

const clockText = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS clock';

const lastText = 'SELECT greatest(max(changed), max(begun), max(summed)) AS generation FROM quiz_days';

/** The same while no process counts at all: any number of processes may have that at a time. */
export function whileNobodyCounts<Result>(main: Database, work: () => Promise<Result>): Promise<Result> {
  return inTransaction(main, async (trx) => {
    await trx.raw(`SELECT pg_advisory_xact_lock_shared(hashtext('count-visits'))`);
    return work();
  });
}

/** A transaction that may be idle for as long as ClickHouse takes: others are ended after half a minute. */
function inTransaction<Result>(main: Database, work: (trx: Knex) => Promise<Result>): Promise<Result> {
  return main.knex.transaction(async (trx) => {
    const endSilence = await allowSilence(trx);
    try {
      await trx.raw(`SET LOCAL idle_in_transaction_session_timeout = '10min'`);
      return await work(trx);
    } finally {
      endSilence();
    }
  });
}
