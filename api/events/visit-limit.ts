import type { Config } from '../platform/config/config.ts';
import { ApiError } from '../platform/http/problem.ts';
import { inSeconds, type RateLimit, type RateLimits } from '../platform/http/rate-limits.ts';
import { type EventBatch, startOfVisit } from './batches.ts';
import type { EventStore } from './event-store.ts';
import { createExpiringMap, createNetworkLimit } from './network-limit.ts';
import type { VisitsOfDay } from './not-recorded.ts';

/** The visits that one network may begin in a day are counted by so many parts. */
const partsOfDay = 50;
const visitsByNetwork: RateLimit = { name: 'visitsByNetwork', points: partsOfDay, duration: inSeconds.day };

interface VisitLimitDependencies {
  readonly visitLimit: Config['visitLimit'];
  readonly events: Pick<EventStore, 'readReported'>;
  readonly rateLimits: Pick<RateLimits, 'consume'>;
  /** Counts a visit that is left out. */
  readonly countLeftOut: (visit: VisitsOfDay) => Promise<void>;
}

/** Where a batch comes from, and of which visit it is, its id in small letters. */
export type ReceivedBatch = Pick<EventBatch, 'funnel' | 'visit' | 'n'> & { readonly ip: string };

/** Whether a batch is recorded: it isn't where it is of a visit beyond the limit. */
export type IsRecorded = (batch: ReceivedBatch) => Promise<boolean>;

/**
 * Limits the visits that one network may begin, so that one stranger can't write the reports. A visit that is left out
 * stays so; one that has begun goes on, whatever process knows of it.
 */
export function createVisitLimit({ visitLimit, events, rateLimits, countLeftOut }: VisitLimitDependencies): IsRecorded {
  const { perMinute, perDay } = visitLimit;
  const part = Math.ceil(perDay / partsOfDay);
  const count = createNetworkLimit({ perMinute, part, ofDay: visitsByNetwork, rateLimits });
  const isVisitRecorded = createExpiringMap<boolean>(86_400);
  const hasBegun = createLookUp(events);

  async function mayBegin({ ip, visit }: ReceivedBatch): Promise<boolean> {
    try {
      await count(ip, 1);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'too_many_requests')) throw error;
      return hasBegun(visit);
    }
  }

  return async (batch) => {
    const { funnel, visit, n } = batch;
    const known = isVisitRecorded.get(visit);
    // Without the first batch of a page, others belong to no visit.
    if (known !== undefined || n > 0) return known ?? true;
    const isRecorded = await mayBegin(batch);
    if (!isRecorded) await countLeftOut({ funnel, day: startOfVisit(visit, new Date()).toISOString().slice(0, 10) });
    isVisitRecorded.set(visit, isRecorded);
    return isRecorded;
  };
}

/**
 * Finds out whether a page of a visit is stored. Visits that are asked about during a query are looked up together after
 * it: a flood of them takes one connection at a time.
 */
function createLookUp(events: VisitLimitDependencies['events']): (visit: string) => Promise<boolean> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { readonly visits: Set<string>; readonly begun: Promise<ReadonlySet<string>> } | undefined;
  return async (visit) => {
    if (!waiting) {
      const visits = new Set<string>();
      const begun = last.then(() => {
        waiting = undefined;
        return readBegun(events, visits);
      });
      last = begun.catch(() => undefined);
      waiting = { visits, begun };
    }
    waiting.visits.add(visit);
    return (await waiting.begun).has(visit);
  };
}

async function readBegun(
  events: VisitLimitDependencies['events'],
  visits: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const reported = [...(await events.readReported([...visits]))];
  const begun = reported.filter(([, batches]) => batches.some(({ page, n }) => page > 0 && n === 0));
  return new Set(begun.map(([visit]) => visit));
}
