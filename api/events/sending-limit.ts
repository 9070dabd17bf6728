import { ApiError } from '../platform/http/problem.ts';
import { inSeconds, type RateLimit, type RateLimits } from '../platform/http/rate-limits.ts';
import type { EventStore } from './event-store.ts';
import { createNetworkLimit, createExpiringSums, type CountForNetwork } from './network-limit.ts';

/**
 * A visitor sends a batch every five seconds at the most: that is 500 visitors who are in a quiz at once behind one
 * address, as offices and phone networks have it.
 */
const bytesPerMinute = 6_000_000;
/** What a row takes beside its events, with its index entries and its share of `quiz_visits`. */
const bytesOfRow = 500;
/** Of one visit. A whole quiz is about 5 kB; each page that it is resumed on reports all answers so far. */
const maxVisitBytes = 200_000;
/** Up to here a visit is not looked up. */
const usualVisitBytes = 32_000;
const megabyte = 1_000_000;
/** In megabytes that are stored for it. */
const eventsByNetwork: RateLimit = { name: 'eventsByNetwork', points: 25, duration: inSeconds.day };

/** Limits of what browsers can have stored. Both throw an `ApiError`. */
export interface SendingLimits {
  /** Counts the bytes that one network sends. */
  readonly countSending: CountForNetwork;
  /**
   * `too_large` where the visit would be larger than any quiz makes it, whatever process stored its batches. Its id is in
   * small letters.
   */
  readonly checkVisit: (visit: string, bytes: number) => Promise<void>;
}

interface SendingLimitDependencies {
  readonly events: Pick<EventStore, 'readReported'>;
  readonly rateLimits: Pick<RateLimits, 'consume'>;
}

/** What so many batches with events that are written as this JSON take in the database, about. */
export function bytesOf(json: string, batches = 1): number {
  return Buffer.byteLength(json) + batches * bytesOfRow;
}

/** The limits of this process, which shares what a network sends in a day with all others. */
export function createSendingLimits({ events, rateLimits }: SendingLimitDependencies): SendingLimits {
  const visits = createExpiringSums(86_400);
  return {
    countSending: createNetworkLimit({
      perMinute: bytesPerMinute,
      part: megabyte,
      ofDay: eventsByNetwork,
      rateLimits,
    }),
    async checkVisit(visit, bytes) {
      if (visits.add(visit, bytes) <= usualVisitBytes) return;
      if ((await readStoredBytes(events, visit)) + bytes > maxVisitBytes) throw new ApiError('too_large');
    },
  };
}

async function readStoredBytes(events: SendingLimitDependencies['events'], visit: string): Promise<number> {
  const [reported = []] = (await events.readReported([visit])).values();
  return reported.reduce((sum, { events, count }) => sum + bytesOf(JSON.stringify(events), count), 0);
}
