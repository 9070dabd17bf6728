import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Database } from '../db/database.ts';
import { createSignal, type Signal, endsWithin } from './signal.ts';
import {
  createJobStore,
  describeJobFailure,
  expiryOf,
  isLastAttempt,
  type Job,
  JobError,
  type JobHandlers,
  JobRefused,
  type JobStore,
  retryDelay,
} from './queue.ts';

/** Does the jobs of the queue, several at a time, until it is stopped. */
export interface Worker {
  start(): void;
  /** Looks for jobs at once, instead of at the next turn. Cheap: call it whenever a job was written. */
  wake(): void;
  /**
   * Takes no more jobs and resolves when the running ones are done. Those that take too long go back to the queue. Takes
   * a little more than the grace at most, whatever the database does.
   */
  stop(): Promise<void>;
}

export interface WorkerDependencies extends JobRunnerDependencies {
  /** How often it polls for jobs without being woken: those of other processes, and retries. */
  readonly pollMilliseconds?: number;
  /** How long running jobs may take to finish once the worker is to stop. */
  readonly graceMilliseconds?: number;
}

/** A worker that isn't started yet. Any number of them, in any number of processes, share the queue. */
export function createWorker(dependencies: WorkerDependencies): Worker {
  const { pollMilliseconds = 1_500, graceMilliseconds = 10_000 } = dependencies;
  const wakeUp = createSignal();
  const jobRunner = createJobRunner(dependencies, wakeUp);
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await jobRunner.takeJobs();
      await wakeUp.wait(pollMilliseconds * (0.8 + Math.random() * 0.4));
    }
  }

  return {
    start() {
      loop ??= work();
    },
    wake: () => wakeUp.notify(),
    async stop() {
      stopping.abort();
      wakeUp.notify();
      const deadline = performance.now() + graceMilliseconds;
      // A claim on a database that does not answer takes longer than a stopping process may take.
      await endsWithin(graceMilliseconds, loop ?? Promise.resolve());
      await jobRunner.finish(Math.max(0, deadline - performance.now()));
    },
  };
}

/** How an attempt ends. */
export const jobEnds = ['done', 'failed', 'given_up'] as const;

interface JobRunnerDependencies {
  readonly database: Database;
  readonly handlers: JobHandlers;
  readonly log: Log;
  /** How many jobs run at the same time. */
  readonly concurrency?: number;
  /** How long a job is safe from other workers. Handlers are stopped after three quarters of it. */
  readonly leaseSeconds?: number;
  /** Called at the end of each attempt. */
  readonly countJob?: (kind: string, end: (typeof jobEnds)[number]) => void;
}

/** For the ends of jobs that were stopped. */
const writingMilliseconds = 2_000;

/** The jobs that one worker runs. */
interface JobRunner {
  /** Claims as many jobs as there is room for and lets them run. Never rejects. */
  takeJobs(): Promise<void>;
  /**
   * Resolves when all running jobs have ended; no other job begins. Those that take longer are stopped and go back to
   * the queue: at once if the database takes it in two more seconds, else at the end of their lease.
   */
  finish(graceMilliseconds: number): Promise<void>;
}

/** Notifies `wakeUp` when there is room again and may be more to do. */
function createJobRunner(dependencies: JobRunnerDependencies, wakeUp: Signal): JobRunner {
  const { database, handlers, log, concurrency = 4, leaseSeconds = 60, countJob } = dependencies;
  const store = createJobStore(database);
  const kinds = Object.keys(handlers);
  const running = new Map<AbortController, Promise<void>>();
  let mayBeMore = false;
  let isFinishing = false;
  let isFailing = false;

  async function claimJobs(): Promise<void> {
    const limit = concurrency - running.size;
    mayBeMore = true;
    if (limit === 0) return;
    // The time limit counts from before the claim: the lease began later than that.
    const deadline = performance.now() + leaseSeconds * 750;
    const jobs = await store.claim({ kinds, limit, leaseSeconds });
    // The claim outlasted the grace of the stop, so nothing would wait for these jobs either: their lease will expire.
    if (isFinishing) return;
    mayBeMore = jobs.length === limit;
    for (const job of jobs) {
      const controller = new AbortController();
      running.set(controller, runUntilDeadline(job, controller, deadline - performance.now()));
    }
  }

  async function runUntilDeadline(job: Job, controller: AbortController, milliseconds: number): Promise<void> {
    const timer = setTimeout(() => controller.abort(new JobError('It took too long')), milliseconds);
    await runJob(job, { store, handlers, log, countJob, signal: controller.signal });
    clearTimeout(timer);
    running.delete(controller);
    if (mayBeMore) wakeUp.notify();
  }

  return {
    /** An outage of the database is logged at its start and at its end, however long it is. */
    async takeJobs() {
      try {
        await claimJobs();
        if (isFailing) log.info('job_queue_reachable');
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.error('job_queue_unreachable', error);
        isFailing = true;
      }
    },
    async finish(graceMilliseconds) {
      const stopAll = () => {
        for (const controller of running.keys()) controller.abort(new JobError('The process was stopping'));
      };
      isFinishing = true;
      const timer = setTimeout(stopAll, graceMilliseconds);
      await endsWithin(graceMilliseconds + writingMilliseconds, Promise.all(running.values()));
      clearTimeout(timer);
    },
  };
}

interface JobSurroundings {
  readonly store: JobStore;
  readonly handlers: JobHandlers;
  readonly log: Log;
  readonly countJob: JobRunnerDependencies['countJob'];
  /** Aborts before the claim ends. */
  readonly signal: AbortSignal;
}

/** Runs a claimed job and writes down how it ended. Never rejects. */
async function runJob(job: Job, { store, handlers, log, countJob, signal }: JobSurroundings): Promise<void> {
  const failure = await tryJob(job, handlers, signal);
  if (failure) logFailure(job, failure, log);
  countJob?.(job.kind, !failure ? 'done' : failure.isFinal ? 'given_up' : 'failed');
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
  // Claimed this often without an end: the job probably kills the process.
  if (isLastAttempt(job.attempts - 1)) return { error: new JobError('No attempt came to an end'), isFinal: true };
  try {
    await handlers[job.kind]?.(job, signal);
    return undefined;
  } catch (error) {
    const expiresAt = error instanceof JobRefused ? null : expiryOf(job);
    const isFinal = expiresAt === null ? isLastAttempt(job.attempts, error) : Date.now() >= expiresAt;
    return { error, isFinal };
  }
}

function writeEnd(job: Job, failure: Failure | undefined, store: JobStore): Promise<void> {
  if (!failure || (failure.isFinal && expiryOf(job) !== null)) return store.finish(job);
  const lastError = describeJobFailure(failure.error);
  if (failure.isFinal) return store.bury(job, lastError);
  return store.retry(job, { delaySeconds: retryDelay(job.attempts), lastError });
}

function logFailure({ id, kind, attempts }: Job, { error, isFinal }: Failure, log: Log): void {
  const context = { job: id, kind, attempts };
  if (isFinal) log.error('job_given_up', error, context);
  else log.warn('job_failed', { ...context, failure: describeJobFailure(error) });
}

const maxTries = 20;
const pauseMilliseconds = 500;

/** Retries through a restart of the database: a job whose end isn't stored would run twice. */
async function persist(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === maxTries) throw error;
      await pause(pauseMilliseconds);
    }
  }
}
