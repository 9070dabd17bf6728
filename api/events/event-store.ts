import type { EventBatch } from './batches.ts';
import type { Counts } from './counting/counts.ts';
import type { Period } from './period.ts';
import type { StoredBatch } from './stored-log.ts';

/**
 * Where events are: what visitors report, and its counts. All that the rest of the product asks of them. Ids of visits
 * are in lower case. Where the database is unavailable, every call rejects with what `isUnavailable` knows.
 */
export interface EventStore {
  /**
   * Stores batches: when it resolves, they are there and survive any crash. One that is there already, counted or not,
   * stays as it is, so that storing a batch again changes nothing. Where none of them could be stored because of what
   * stands in them, it rejects with an error whose `code` is that of PostgreSQL for such data (`batch-writer.ts`).
   */
  storeBatches(batches: readonly ArrivedBatch[]): Promise<void>;
  /**
   * Counts batches that wait, those that came first, `limit` of them at most with all others of their visits. Resolves
   * to how many it has counted, or to another number while there is more to do for what is counted: 0 when nothing
   * waits. What the counts say is at any time what all counted batches say together, in whatever order they were
   * counted. Any number of processes may call it at once.
   */
  count(options: CountOptions): Promise<number>;
  /**
   * Moves so many batches that an earlier program left in an old form; resolves to how many: 0 when there are no more.
   */
  moveOld(limit: number): Promise<number>;
  /**
   * All that was reported of these visits, counted or not, each batch once and in the order of pages and numbers. Visits
   * of which nothing is stored are left out.
   */
  readReported(ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredBatch[]>>;
  /** The ids of the visits of a funnel that began last, the latest first; of those that have been counted. */
  listLast(funnel: string, count: number): Promise<readonly string[]>;
  /** How many visits of each funnel are counted; without those of which none is. */
  countVisits(): Promise<ReadonlyMap<string, number>>;
  /**
   * What is counted of the visits of a funnel that started in the period, all as it is at one moment: calls `add` with
   * the counts of those that have the same things in common (in any order, and in parts if that is easier), and resolves
   * to what became of those who met an experiment.
   */
  readCounted(
    funnel: string,
    period: Period,
    add: (counted: CountedVisits) => void,
  ): Promise<readonly ConvertedVisitors[]>;
  /** What is known of those of these visits (one or more, each once) that have been counted and are of this funnel. */
  readOrigins(funnel: string, ids: readonly string[]): Promise<readonly VisitOrigin[]>;
  /** For how many seconds the batch that came first of those that are not counted has waited; 0 where none waits. */
  secondsWaiting(): Promise<number>;
  /** Prepares the store for what comes now; at each start. Without it, batches are taken all the same. */
  prepare(): Promise<void>;
  /**
   * Prepares the store for what comes, and removes visits of the months before the last `months`, but not their counts.
   */
  maintain(options: { readonly months: number }): Promise<void>;
}

/** A batch, and when it came; default: now. */
export interface ArrivedBatch extends EventBatch {
  readonly receivedAt?: Date;
}

export interface CountOptions {
  readonly limit: number;
  /** Those that came later are left alone. Default: none. */
  readonly until?: Date;
}

/** What is counted of visits that have these things in common. */
export interface CountedVisits {
  readonly version: string;
  /** On which they started, such as `2026-11-21` (UTC). */
  readonly day: string;
  readonly locale: string;
  /** Empty where none is known. */
  readonly utmSource: string;
  /** Variant by experiment, as assigned. */
  readonly variants: Readonly<Record<string, string>>;
  readonly counts: Counts;
}

/**
 * Of the visitors whose first visit started in the period and met a variant, those who signed up and who bought. What
 * they did after any later visit of the same browser counts for the variant that they met first.
 */
export interface ConvertedVisitors {
  readonly experiment: string;
  readonly variant: string;
  readonly signedUp: number;
  readonly bought: number;
}

/** The visit that led to a payment. */
export interface VisitOrigin {
  readonly id: string;
  readonly startedAt: Date;
  readonly locale: string;
  /** Empty where none is known. */
  readonly utmSource: string;
  /** Variant by experiment, as assigned; and of those experiments that the visit has met. */
  readonly variants: Readonly<Record<string, string>>;
  readonly met: Readonly<Record<string, string>>;
  /** The first visit of the same browser, which may be this one; null where it is not stored any more. */
  readonly first: FirstVisit | null;
}

export type FirstVisit = Pick<VisitOrigin, 'id' | 'startedAt' | 'met'>;
