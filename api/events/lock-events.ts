import type { Knex } from 'knex';

/**
 * Waits until no other process changes the partitions, and gives up locks of tables that are not had within seconds:
 * whoever waits for one keeps all others waiting too.
 */
export async function lockEvents(trx: Knex): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtext('event-partitions'))");
  await trx.raw("SET LOCAL lock_timeout = '3s'");
}
