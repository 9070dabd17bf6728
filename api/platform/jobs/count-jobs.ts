import type { Database } from '../db/database.ts';

export interface JobCounts {
  /** To be done, now or later. */
  readonly pending: number;
  /** Given up: somebody should look at them. */
  readonly dead: number;
}

/** How many jobs there are, in one query, for metrics. */
export async function countJobs(database: Database): Promise<JobCounts> {
  const text = 'SELECT count(*)::int - count(dead_at)::int AS pending, count(dead_at)::int AS dead FROM jobs';
  const [counts] = await database.query<JobCounts>({ name: 'count-jobs', text, values: [] });
  return counts ?? { pending: 0, dead: 0 };
}
