import type { Database } from '../platform/db/database.ts';
import { endOfLogin } from './logins.ts';

/**
 * Removes what has served its time, so many rows at a time in a transaction of their own: none takes long, however large
 * the tables are. Any number of processes may do it at once: all but one leave it at that.
 */
export async function cleanUp(database: Database, { batchSize = 5_000 } = {}): Promise<void> {
  for (const task of tasks) {
    let last: string | null = task.start;
    while (last !== null) last = await removeBatch(database, task, { last, batchSize });
  }
}

interface CleanUpTask {
  readonly table: string;
  readonly key: string;
  /** SQL: which rows of `t` go. */
  readonly isOver: string;
  /**
   * SQL: which rows to look at next; `:last` is the last key that was looked at. Where no index finds those that go, all are gone through: an
   * index on the time of a session would make each refresh dearer (no HOT update).
   */
  readonly next: string;
  /** Before any key. */
  readonly start: string;
}

const tasks: readonly CleanUpTask[] = [
  {
    table: 'sessions',
    key: 'id',
    isOver: `least(${endOfLogin('t')}, t.ended_at) < now() - interval '30 days'`,
    next: 'id > :last ORDER BY id',
    start: '00000000-0000-0000-0000-000000000000',
  },
  byTime({ table: 'one_time_tokens', key: 'hash', time: 'expires_at', days: 7 }),
  byTime({ table: 'email_changes', key: 'id', time: 'created_at', days: 30 }),
  byTime({ table: 'sent_emails', key: 'id', time: 'sent_at', days: 365 }),
  byTime({ table: 'audit_log', key: 'id', time: 'at', days: 365 }),
  {
    table: 'rate_limits',
    key: 'key',
    // Later than any limit lasts: counted by a clock that was ahead.
    isOver: `to_timestamp(t.expire / 1000) NOT BETWEEN now() AND now() + interval '2 days'`,
    next: 'key > :last ORDER BY key',
    start: '',
  },
];

interface TimedTable {
  readonly table: string;
  readonly key: string;
  /** The column with an index. */
  readonly time: string;
  readonly days: number;
}

function byTime({ table, key, time, days }: TimedTable): CleanUpTask {
  const isOver = `${time} < now() - interval '${days} days'`;
  // What was looked at is gone, so that the next ones are the first again.
  return { table, key, isOver: `t.${isOver}`, next: `${isOver} ORDER BY ${time}`, start: '' };
}

interface Batch {
  readonly last: string;
  readonly batchSize: number;
}

/** Resolves to the last key that was looked at; to null where there is no more to do, or another process does it. */
async function removeBatch(database: Database, task: CleanUpTask, { last, batchSize }: Batch): Promise<string | null> {
  const { table, key, isOver, next } = task;
  const text = `
    WITH page AS MATERIALIZED (SELECT ${key} FROM ${table} WHERE ${next} LIMIT :batchSize),
      gone AS (DELETE FROM ${table} t USING page WHERE t.${key} = page.${key} AND ${isOver})
    SELECT count(*)::int AS seen, (SELECT ${key}::text FROM page ORDER BY ${key} DESC LIMIT 1) AS last FROM page`;
  return database.knex.transaction(async (trx) => {
    const lock = await trx.raw<{ rows: { is_mine: boolean }[] }>(lockText);
    if (!lock.rows[0]?.is_mine) return null;
    const { rows } = await trx.raw<{ rows: { seen: number; last: string | null }[] }>(text, { last, batchSize });
    const [page] = rows;
    return page?.seen === batchSize ? page.last : null;
  });
}

const lockText = `SELECT pg_try_advisory_xact_lock(hashtext('clean-up')) AS is_mine`;
