import { createBell } from './bell.ts';
import { createCrew, type CrewDependencies } from './crew.ts';
import { waitAtMost } from './wait-at-most.ts';

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

export interface WorkerDependencies extends CrewDependencies {
  /** How often it looks for jobs that nobody woke it for: those of other processes, and those that are due again. */
  readonly pollMilliseconds?: number;
  /** How long running jobs may take to finish once the worker is to stop. */
  readonly graceMilliseconds?: number;
}

/** A worker that isn't started yet. Any number of them, in any number of processes, share the queue. */
export function createWorker(dependencies: WorkerDependencies): Worker {
  const { pollMilliseconds = 1_500, graceMilliseconds = 10_000 } = dependencies;
  const bell = createBell();
  const crew = createCrew(dependencies, bell);
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await crew.takeJobs();
      await bell.wait(pollMilliseconds * (0.8 + Math.random() * 0.4));
    }
  }

  return {
    start() {
      loop ??= work();
    },
    wake: () => bell.ring(),
    async stop() {
      stopping.abort();
      bell.ring();
      const deadline = performance.now() + graceMilliseconds;
      // A claim on a database that is silent would hold it longer than a process that stops may take.
      await waitAtMost(graceMilliseconds, loop ?? Promise.resolve());
      await crew.finish(Math.max(0, deadline - performance.now()));
    },
  };
}
