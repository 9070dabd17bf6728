import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';

/** What a job is about: its handler knows the shape. JSON. */
type JobPayload = Readonly<Record<string, unknown>>;

interface JobOptions {
  /** Not before then; at once where it is missing. */
  readonly runAt?: Date;
  /** Tried until then, however often it fails; given up, its row goes: for what names a person who has gone. */
  readonly expiresAt?: Date;
}

/**
 * Writes a job down. Given the transaction of its cause, the job exists exactly if the cause does: nothing is lost when
 * the process dies, and nothing is done for what was rolled back. Payloads hold no secrets: they are stored as they are.
 */
export async function enqueueJob(
  trx: Knex | Knex.Transaction,
  kind: string,
  payload: JobPayload,
  { runAt, expiresAt }: JobOptions = {},
): Promise<void> {
  await trx('jobs').insert({
    kind,
    payload: JSON.stringify({ ...payload, ...(expiresAt && { expiresAt }) }),
    ...(runAt && { run_at: runAt }),
  });
}

/** A job that a worker has claimed. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}

/**
 * Does a job, at least once: it may run again after it has done its work, if the process dies before that is written
 * down. It stops when `signal` aborts, because soon after another process may take the job. Throws to try later.
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<void>;

/** The handler of each kind of job. A worker leaves jobs of other kinds alone. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** A failure whose message may be stored and logged: it holds no personal data and no token. */
export class JobError extends Error {
  override readonly name: string = 'JobError';
}

/** A failure that more attempts will hardly change: it becomes a dead letter after a few. */
export class JobRefused extends JobError {
  override readonly name = 'JobRefused';
}

/**
 * What may be stored of a failure. The messages of other errors quote what they failed on, such as an address or a link,
 * so only their name and code are used.
 */
export function describeJobFailure(error: unknown): string {
  if (error instanceof JobError) return `${error.name}: ${error.message}`;
  if (!(error instanceof Error)) return 'Something that is not an error was thrown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
}

const firstDelaySeconds = 10;
/** No retry waits longer. */
const maxDelaySeconds = 3_600;
const maxAttempts = 12;
const maxAttemptsWhenRefused = 3;

/** Seconds until the next attempt: doubling up to an hour, less a random half, so that failures spread out. */
export function retryDelay(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelaySeconds * 2 ** (attempts - 1), maxDelaySeconds);
  return delay * (1 - random() / 2);
}

/** Whether a job that failed so often, last in this way, is not tried again. Twelve attempts take about three hours. */
export function isLastAttempt(attempts: number, error?: unknown): boolean {
  return attempts >= (error instanceof JobRefused ? maxAttemptsWhenRefused : maxAttempts);
}

/** Until when a job is tried, in milliseconds; null where its attempts are counted instead. */
export function expiryOf({ payload }: Pick<Job, 'payload'>): number | null {
  const { expiresAt } = payload;
  return typeof expiresAt === 'string' ? Date.parse(expiresAt) : null;
}

/** What a worker does with the rows of `jobs`. All times are those of the database, so that clocks need not agree. */
export interface JobStore {
  /**
   * Takes up to so many due jobs, oldest first. No other worker gets them until the lease of so many seconds is over.
   * Each claim counts as an attempt, so that a job that kills the process is abandoned too.
   */
  claim(options: { kinds: readonly string[]; limit: number; leaseSeconds: number }): Promise<Job[]>;
  /** The three ends of a claim. They do nothing where another worker has claimed the job since. */
  finish(job: Job): Promise<void>;
  retry(job: Job, options: { delaySeconds: number; lastError: string }): Promise<void>;
  bury(job: Job, lastError: string): Promise<void>;
}

/**
 * Puts right the times of jobs that lie further ahead than they are ever set: written while a clock was ahead that has
 * been set back, they would keep the jobs waiting until it gets there again.
 */
export async function recallJobs(database: Database): Promise<void> {
  await database.query({ name: 'recall-jobs', text: recallSql, values: [maxDelaySeconds] });
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
    claim: ({ kinds, limit, leaseSeconds }) =>
      database.query<Job>({ name: 'claim-jobs', text: claimSql, values: [kinds, limit, leaseSeconds] }),
    finish: ({ id, attempts }) => run('finish-job', 'DELETE FROM jobs WHERE id = $1 AND attempts = $2', [id, attempts]),
    retry: ({ id, attempts }, { delaySeconds, lastError }) =>
      run('retry-job', retrySql, [id, attempts, delaySeconds, lastError, maxAttempts - 1]),
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

// An attempt that came to an end is no sign of a job that kills the process: what is tried until a day never gets there.
const retrySql = `
  UPDATE jobs SET leased_until = NULL, run_at = now() + make_interval(secs => $3), last_error = $4,
    attempts = least(attempts, $5)
  WHERE id = $1 AND attempts = $2`;

const burySql = `
  UPDATE jobs SET leased_until = NULL, dead_at = now(), last_error = $3
  WHERE id = $1 AND attempts = $2`;

const retentionDays = 30;

/** Removes dead jobs after 30 days, as some name a person, and at once those that were to be tried until now. */
export async function removeOldDeadJobs(database: Database): Promise<void> {
  const text = `
    DELETE FROM jobs
    WHERE dead_at < now() - make_interval(days => $1) OR (payload->>'expiresAt')::timestamptz < now()`;
  await database.query({ name: 'remove-dead-jobs', text, values: [retentionDays] });
}
