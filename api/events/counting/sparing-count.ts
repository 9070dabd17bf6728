import type { EventStore } from '../event-store.ts';

/** Waiting batches that are counted in one transaction: with more, each takes no less, and requests wait for longer. */
export const batchesAtOnce = 500;

/** Counts what waits until nothing does, or so many milliseconds have passed; the rest is counted the next time. */
export async function countWithinBudget(events: EventStore, milliseconds = 2_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while ((await events.count({ limit: batchesAtOnce })) > 0 && performance.now() < end);
}

/** Of the process's time, counting takes so much at most: what it has taken more, it rests for. */
const share = 0.05;
/** Processor time, in milliseconds: about 2,000 batches. */
const atOnce = 200;

/**
 * Counting beside requests: each call counts what waits, unless those before have taken their share of the time. What
 * requests take meanwhile is taken for its own, so that it makes way for them. Resolves to the milliseconds that it took.
 */
export function createSparingCount(count: () => Promise<number>, clock: Clock = processClock): () => Promise<number> {
  let restsUntil = -Infinity;
  return async () => {
    const began = clock.now();
    if (began < restsUntil) return 0;
    const before = clock.spent();
    const taken = () => clock.spent() - before;
    try {
      while ((await count()) > 0 && taken() < atOnce);
      return taken();
    } finally {
      restsUntil = began + taken() / share;
    }
  };
}

/** In milliseconds. */
interface Clock {
  readonly now: () => number;
  /** Processor time. */
  readonly spent: () => number;
}

const processClock: Clock = {
  now: () => performance.now(),
  spent: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/** So long after the first of them the batches of a visit are counted, nearly always together: most visits are over by then. */
const waitMilliseconds = 300_000;
/** What came within the same minute is counted together: each time, the rows of `quiz_counts` are written again. */
const minute = 60_000;

/** What came until then is counted at that time, in milliseconds. */
export function dueUntil(now: number): Date {
  return new Date(Math.floor((now - waitMilliseconds) / minute) * minute);
}

/** Such a count of what is stored; when nothing waits any more, it moves what earlier programs have left. */
export function countSparingly(events: EventStore): () => Promise<number> {
  return createSparingCount(async () => {
    const counted = await events.count({ limit: batchesAtOnce, until: dueUntil(Date.now()) });
    return counted || (await events.moveOld(batchesAtOnce));
  });
}
