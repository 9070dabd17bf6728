import type { Database } from '../db/database.ts';

const daysKept = 30;

/** Removes the dead letters that nobody cared for in 30 days: some name a person. */
export async function removeOldDeadJobs(database: Database): Promise<void> {
  const text = 'DELETE FROM jobs WHERE dead_at < now() - make_interval(days => $1)';
  await database.query({ name: 'remove-dead-jobs', text, values: [daysKept] });
}
