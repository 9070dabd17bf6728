import type { Database } from '../../platform/db/database.ts';
import { countWaiting } from './count-waiting.ts';

/** Waiting batches that are counted in one transaction: the more, the faster. Requests on the embedded database wait for it. */
const limits = { embedded: 500, postgres: 2_000 };

/** Counts what waits until nothing does, or so many milliseconds have passed; the rest is counted the next time. */
export async function countForAWhile(database: Database, milliseconds = 2_000): Promise<void> {
  const end = performance.now() + milliseconds;
  const limit = limits[database.kind];
  while ((await countWaiting(database, { limit })) > 0 && performance.now() < end);
}
