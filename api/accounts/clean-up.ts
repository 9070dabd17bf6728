import type { Database } from '../db/database.ts';

/** Removes what has served its time. Any number of processes may do it at once: all but one leave it at that. */
export async function cleanUp(database: Database): Promise<void> {
  await database.knex.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { is_mine: boolean }[] }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('clean-up')) AS is_mine`,
    );
    if (!rows[0]?.is_mine) return;
    for (const text of deletions) await trx.raw(text);
  });
}

const deletions = [
  `DELETE FROM sessions WHERE expires_at < now() - interval '30 days' OR ended_at < now() - interval '30 days'`,
  `DELETE FROM one_time_tokens WHERE expires_at < now() - interval '7 days'`,
  `DELETE FROM audit_log WHERE at < now() - interval '365 days'`,
  `DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000`,
];
