import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../platform/http/problem.ts';

/** Stores batches that come one by one. */
export interface BatchWriter<Batch> {
  /**
   * Resolves when the batch is stored for good. Rejects with `busy` as an `ApiError` where too many wait, else with what
   * kept this very batch from being stored.
   */
  write(batch: Batch): Promise<void>;
}

/** What waits for the database is in memory: at 1 kB each, some megabytes. */
const maxWaiting = 5_000;
const maxBatchSize = 500;
/** While the one is being written to the disk, the other is worked out. */
const maxConcurrentGroups = 2;
const retryAfterSeconds = 10;

interface Waiting<Batch> {
  readonly batch: Batch;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: batches that come while others are being stored are stored together afterwards, for it is waiting for the
 * disk that takes the time. A batch that can't be stored leaves the others of its group alone.
 */
export function createBatchWriter<Batch>(store: (batches: readonly Batch[]) => Promise<void>): BatchWriter<Batch> {
  const waiting: Waiting<Batch>[] = [];
  let groups = 0;

  async function storeAll(): Promise<void> {
    groups++;
    do {
      // What comes in the same turn goes along, instead of waiting for the first of them.
      await nextTurn();
      await storeGroup(waiting.splice(0, maxBatchSize));
    } while (waiting.length > 0);
    groups--;
  }

  /** Never rejects. */
  async function storeGroup(group: readonly Waiting<Batch>[]): Promise<void> {
    if (group.length === 0) return;
    try {
      await store(group.map(({ batch }) => batch));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1 || !isOfData(error)) return group.forEach(({ reject }) => reject(error));
      const half = group.length >> 1;
      await storeGroup(group.slice(0, half));
      await storeGroup(group.slice(half));
    }
  }

  return {
    write(batch) {
      if (waiting.length >= maxWaiting) return Promise.reject(new ApiError('busy', { retryAfterSeconds }));
      return new Promise((resolve, reject) => {
        waiting.push({ batch, resolve, reject });
        if (groups < maxConcurrentGroups) void storeAll();
      });
    },
  };
}

/** Wrong data, a broken rule, or more than PostgreSQL can hold: anything else would befall each of them alone as well. */
function isOfData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:22|23|54)\w{3}$/.test(String(error.code));
}
