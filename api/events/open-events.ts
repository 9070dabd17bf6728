import type { Database } from '../platform/db/database.ts';
import type { Log } from '../log.ts';
import type { Funnels } from '../visits/funnels.ts';
import { saveFunnelVersions } from './funnel-versions.ts';
import { makePartitions } from './partitions.ts';

/** Prepares the database for the events of these funnels, at each start. Without partitions, it takes them all the same. */
export async function openEvents(
  { funnels, log }: { readonly funnels: Funnels; readonly log: Log },
  database: Database,
): Promise<void> {
  await saveFunnelVersions(database, funnels.values());
  try {
    await makePartitions(database, new Date());
  } catch (error) {
    log.error('partitions_not_made', error);
  }
}
