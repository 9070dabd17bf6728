import type { Database } from '../platform/db/database.ts';

/**
 * Erases what analytics services know buyers' browsers by where a purchase was not made in two days, or a service could
 * not be told of it.
 */
export async function removeOldTracking(database: Database): Promise<void> {
  const text = `UPDATE payments SET tracking = NULL WHERE tracking IS NOT NULL AND created_at < now() - interval '2 days'`;
  await database.query({ name: 'remove-old-tracking', text, values: [] });
}
