import type { Database } from '../platform/db/database.ts';
import { forgetVisits } from './forget-visits.ts';
import { makePartitions } from './partitions.ts';

/** What has to be done with the stored events from time to time: room for new ones, and an end to old ones. */
export async function keepEvents(database: Database, months: number): Promise<void> {
  const now = new Date();
  await makePartitions(database, now);
  await forgetVisits(database, { months, now });
}
