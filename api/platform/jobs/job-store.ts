import type { Database } from '../db/database.ts';
import type { Job } from './job.ts';
import { longestDelaySeconds } from './retry.ts';

/** What a worker does with the rows of `jobs`. All times are those of the database, so that clocks need not agree. */
export interface JobStore {
  /**
   * Takes up to so many due jobs, oldest first. Nobody else gets them until the lease of so many seconds is over. Each
   * claim counts as an attempt, so that a job that kills the process is given up too.
   */
  claim(options: { kinds: readonly string[]; most: number; leaseSeconds: number }): Promise<Job[]>;
  /** The three ends of a claim. They do nothing where somebody else has claimed the job since. */
  finish(job: Job): Promise<void>;
  retry(job: Job, options: { delaySeconds: number; lastError: string }): Promise<void>;
  bury(job: Job, lastError: string): Promise<void>;
}

/**
 * Puts right the times of jobs that lie further ahead than they are ever set: written while a clock was ahead that has
 * been set back, they would keep the jobs waiting until it gets there again.
 */
export async function recallJobs(database: Database): Promise<void> {
  await database.query({ name: 'recall-jobs', text: recallSql, values: [longestDelaySeconds] });
}

// A lease is far shorter than five minutes. Jobs may be planned for any time, but a retry is not.
const recallSql = `
  UPDATE jobs SET
    leased_until = CASE WHEN leased_until > now() + interval '5 minutes' THEN NULL ELSE leased_until END,
    run_at = CASE
      WHEN created_at > now() THEN now() + (run_at - created_at)
      WHEN attempts > 0 THEN least(run_at, now() + make_interval(secs => $1))
      ELSE run_at END,
    created_at = least(created_at, now())
  WHERE dead_at IS NULL AND (
    leased_until > now() + interval '5 minutes' OR created_at > now()
    OR (attempts > 0 AND run_at > now() + make_interval(secs => $1))
  )`;

/** The rows of `jobs`, each statement one round trip. */
export function createJobStore(database: Database): JobStore {
  const run = async (name: string, text: string, values: unknown[]) => {
    await database.query({ name, text, values });
  };
  return {
    claim: ({ kinds, most, leaseSeconds }) =>
      database.query<Job>({ name: 'claim-jobs', text: claimSql, values: [kinds, most, leaseSeconds] }),
    finish: ({ id, attempts }) => run('finish-job', 'DELETE FROM jobs WHERE id = $1 AND attempts = $2', [id, attempts]),
    retry: ({ id, attempts }, { delaySeconds, lastError }) =>
      run('retry-job', retrySql, [id, attempts, delaySeconds, lastError]),
    bury: ({ id, attempts }, lastError) => run('bury-job', burySql, [id, attempts, lastError]),
  };
}

// Materialized, so that the limit holds whatever plan the database chooses.
const claimSql = `
  WITH due AS MATERIALIZED (
    SELECT id FROM jobs
    WHERE dead_at IS NULL AND run_at <= now() AND (leased_until IS NULL OR leased_until <= now()) AND kind = ANY ($1)
    ORDER BY run_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE jobs SET leased_until = now() + make_interval(secs => $3), attempts = attempts + 1
  FROM due WHERE jobs.id = due.id
  RETURNING jobs.id, kind, payload, attempts`;

const retrySql = `
  UPDATE jobs SET leased_until = NULL, run_at = now() + make_interval(secs => $3), last_error = $4
  WHERE id = $1 AND attempts = $2`;

const burySql = `
  UPDATE jobs SET leased_until = NULL, dead_at = now(), last_error = $3
  WHERE id = $1 AND attempts = $2`;
