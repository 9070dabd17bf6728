import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { describeJobFailure, JobError, type Job, type JobHandlers } from './job.ts';
import type { JobStore } from './job-store.ts';
import { isLastAttempt, retryDelay } from './retry.ts';

interface JobSurroundings {
  readonly store: JobStore;
  readonly handlers: JobHandlers;
  readonly log: Log;
  /** Aborts before the claim ends. */
  readonly signal: AbortSignal;
}

/** Runs a claimed job and writes down how it ended. Never rejects. */
export async function runJob(job: Job, { store, handlers, log, signal }: JobSurroundings): Promise<void> {
  const failure = await tryJob(job, handlers, signal);
  if (failure) logFailure(job, failure, log);
  try {
    await persist(() => writeEnd(job, failure, store));
  } catch (error) {
    log.error('job_end_not_stored', error, { job: job.id, kind: job.kind });
  }
}

interface Failure {
  readonly error: unknown;
  readonly isFinal: boolean;
}

async function tryJob(job: Job, handlers: JobHandlers, signal: AbortSignal): Promise<Failure | undefined> {
  // It was claimed so often and never came to an end: it seems to be what kills the process.
  if (isLastAttempt(job.attempts - 1)) return { error: new JobError('No attempt came to an end'), isFinal: true };
  try {
    await handlers[job.kind]?.(job, signal);
    return undefined;
  } catch (error) {
    return { error, isFinal: isLastAttempt(job.attempts, error) };
  }
}

function writeEnd(job: Job, failure: Failure | undefined, store: JobStore): Promise<void> {
  if (!failure) return store.finish(job);
  const lastError = describeJobFailure(failure.error);
  if (failure.isFinal) return store.bury(job, lastError);
  return store.retry(job, { delaySeconds: retryDelay(job.attempts), lastError });
}

function logFailure({ id, kind, attempts }: Job, { error, isFinal }: Failure, log: Log): void {
  const context = { job: id, kind, attempts };
  if (isFinal) log.error('job_given_up', error, context);
  else log.warn('job_failed', { ...context, failure: describeJobFailure(error) });
}

const mostTries = 20;
const pauseMilliseconds = 500;

/** Sits out a restart of the database: what was done and isn't written down would be done twice. */
async function persist(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === mostTries) throw error;
      await pause(pauseMilliseconds);
    }
  }
}
