import type { Log } from '../log.ts';
import { endsWithin } from './signal.ts';

const graceMilliseconds = 10_000;

/** Work that is repeated. */
export interface RecurringWork {
  /** Resolves when what is running has ended, at most 10 seconds later; nothing starts after that. */
  stop(): Promise<void>;
}

export interface RecurringOptions {
  /** What it does, for the log: `clean-up`. */
  readonly name: string;
  readonly everyMilliseconds: number;
  /** Every process runs it, so it must be safe to run twice. */
  readonly run: () => Promise<void>;
  readonly log: Log;
}

/** Runs after interval/10, then every interval ±10 %. */
export function startRecurringWork({ name, everyMilliseconds, run, log }: RecurringOptions): RecurringWork {
  let timer = setTimeout(start, everyMilliseconds / 10);
  let current = Promise.resolve();
  let isStopped = false;

  function start(): void {
    current = turn();
  }

  async function turn(): Promise<void> {
    try {
      await run();
    } catch (error) {
      log.error('recurring_work_failed', error, { work: name });
    }
    if (!isStopped) timer = setTimeout(start, everyMilliseconds * (0.9 + Math.random() * 0.2));
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await endsWithin(graceMilliseconds, current);
    },
  };
}
