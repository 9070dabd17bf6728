import type { Database } from '../db/database.ts';
import type { Bell } from './bell.ts';
import type { Log } from '../../log.ts';
import { JobError, type Job, type JobHandlers } from './job.ts';
import { createJobStore } from './job-store.ts';
import { runJob } from './run-job.ts';
import { waitAtMost } from './wait-at-most.ts';

export interface CrewDependencies {
  readonly database: Database;
  readonly handlers: JobHandlers;
  readonly log: Log;
  /** How many jobs run at the same time. */
  readonly concurrency?: number;
  /** How long a job is safe from other workers. Handlers are stopped after three quarters of it. */
  readonly leaseSeconds?: number;
}

/** For the ends of jobs that were stopped. */
const writingMilliseconds = 2_000;

/** The jobs that one worker has at hand. */
export interface Crew {
  /** Claims as many jobs as there is room for and lets them run. Never rejects. */
  takeJobs(): Promise<void>;
  /**
   * Resolves when all jobs at hand have ended; none begins any more. Those that take longer are stopped and go back to
   * the queue: at once if the database takes it in two more seconds, else at the end of their lease.
   */
  finish(graceMilliseconds: number): Promise<void>;
}

/** Rings the bell when there is room again and may be more to do. */
export function createCrew(dependencies: CrewDependencies, bell: Bell): Crew {
  const { database, handlers, log, concurrency = 4, leaseSeconds = 60 } = dependencies;
  const store = createJobStore(database);
  const kinds = Object.keys(handlers);
  const running = new Map<AbortController, Promise<void>>();
  let mayBeMore = false;
  let isFinishing = false;
  let isFailing = false;

  async function claimJobs(): Promise<void> {
    const most = concurrency - running.size;
    mayBeMore = true;
    if (most === 0) return;
    // The time limit counts from before the claim: the lease began later than that.
    const deadline = performance.now() + leaseSeconds * 750;
    const jobs = await store.claim({ kinds, most, leaseSeconds });
    // The claim took longer than the worker could wait: nobody would wait for these jobs either.
    if (isFinishing) return;
    mayBeMore = jobs.length === most;
    for (const job of jobs) {
      const controller = new AbortController();
      running.set(controller, seeThrough(job, controller, deadline - performance.now()));
    }
  }

  async function seeThrough(job: Job, controller: AbortController, milliseconds: number): Promise<void> {
    const timer = setTimeout(() => controller.abort(new JobError('It took too long')), milliseconds);
    await runJob(job, { store, handlers, log, signal: controller.signal });
    clearTimeout(timer);
    running.delete(controller);
    if (mayBeMore) bell.ring();
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
      await waitAtMost(graceMilliseconds + writingMilliseconds, Promise.all(running.values()));
      clearTimeout(timer);
    },
  };
}
