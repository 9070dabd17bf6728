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
  return whileLocked(main, 'pg_advisory_xact_lock', async (trx) => {
    const { rows } = (await trx.raw(clockText)) as { readonly rows: readonly { readonly clock: number }[] };
    const [last] = await clickhouse.query<{ readonly generation: number }>(lastText);
    return work({ trx, generation: Math.max(Math.floor(rows[0]!.clock), last!.generation + 1) });
  });
}

const clockText = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS clock';

const lastText = 'SELECT greatest(max(changed), max(begun), max(summed)) AS generation FROM quiz_days';

/** The same while no process counts at all: any number of processes may have that at a time. */
export function withoutCounting<Result>(main: Database, work: () => Promise<Result>): Promise<Result> {
  return whileLocked(main, 'pg_advisory_xact_lock_shared', work);
}

/** Rejects with what `isUnavailable` knows where others have the lock for two minutes. */
function whileLocked<Result>(main: Database, lock: string, work: (trx: Knex) => Promise<Result>): Promise<Result> {
  return main.knex.transaction(async (trx) => {
    const endSilence = await allowSilence(trx);
    let signs: NodeJS.Timeout | undefined;
    try {
      await trx.raw(limits);
      await trx.raw(`SELECT ${lock}(hashtext('count-visits'))`);
      // If it can't be said, the transaction has ended: `work` finds out by its next statement, or by COMMIT.
      signs = setInterval(() => void trx.raw('SELECT 1').catch(() => undefined), signMilliseconds);
      return await work(trx);
    } finally {
      clearInterval(signs);
      endSilence();
    }
  });
}

/** How often the main database is shown that the machine that has the lock is still there. */
const signMilliseconds = 30_000;

/** Where there is no such sign, others get the lock in time: they wait for longer. */
const limits = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = '2min';
  SET LOCAL idle_in_transaction_session_timeout = '90s'`;
