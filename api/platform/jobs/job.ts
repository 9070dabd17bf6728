import type { JobPayload } from './queue.ts';

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
 * down. It gives up when `signal` aborts, because soon after another process may take the job. Throws to try later.
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
 * What may be kept of a failure. The messages of other errors quote what they failed on, an address or a link, so that
 * only their kind and their codes are told.
 */
export function describeJobFailure(error: unknown): string {
  if (error instanceof JobError) return `${error.name}: ${error.message}`;
  if (!(error instanceof Error)) return 'Something that is not an error was thrown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
}
