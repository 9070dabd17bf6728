import type { Database } from '../platform/db/database.ts';

/** Whether there is, or was, a funnel of that id. */
export type IsKnownFunnel = (id: string) => Promise<boolean>;

/**
 * Knows the funnels that this server serves, and asks the database for others: pages of one that has been taken off the
 * site may still be open, and another server may have published one since.
 */
export function createKnownFunnels(database: Database, served: Iterable<string>): IsKnownFunnel {
  const known = new Set(served);
  const text = 'SELECT FROM funnel_versions WHERE funnel = $1 LIMIT 1';
  return async (id) => {
    if (known.has(id)) return true;
    const rows = await database.query({ name: 'is-known-funnel', text, values: [id] });
    if (rows.length > 0) known.add(id);
    return rows.length > 0;
  };
}
