import { ApiError } from '../platform/http/problem.ts';
import { networkOf } from '../platform/network.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import type { EventStore } from './event-store.ts';

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
/** `eventsByNetwork` counts so many bytes as one. */
const megabyte = 1_000_000;

/** Limits of what browsers can have stored. Both throw an `ApiError`. */
export interface SendingLimits {
  /** Counts what one network sends: `too_many_requests` where it is too much for a minute or a day. */
  readonly countSending: (ip: string, bytes: number) => Promise<void>;
  /**
   * `too_large` where the visit would be larger than any quiz makes it, whatever process stored its batches. Its id is in
   * small letters.
   */
  readonly checkVisit: (visit: string, bytes: number) => Promise<void>;
}

interface SendingLimitParts {
  readonly events: Pick<EventStore, 'readReported'>;
  readonly rateLimits: Pick<RateLimits, 'consume'>;
}

/** What so many batches with events that are written as this JSON take in the database, about. */
export function bytesOf(json: string, batches = 1): number {
  return Buffer.byteLength(json) + batches * bytesOfRow;
}

/**
 * Counts in memory, as a query for each batch would cost as much as the batch: the minute of a network in this process
 * alone; its day by the megabyte in the database, where all processes share it, after a first megabyte in each of them.
 */
export function createSendingLimits({ events, rateLimits }: SendingLimitParts): SendingLimits {
  const minutes = createSums(60);
  const days = createSums(86_400);
  const visits = createSums(86_400);
  const refused = createSums(60);
  return {
    async countSending(ip, bytes) {
      const network = networkOf(ip);
      if (minutes.add(network, bytes) > bytesPerMinute) throw tooMany(minutes.secondsLeft());
      // Asked again in a minute, not at each request.
      const retryAfterSeconds = refused.get(network);
      if (retryAfterSeconds > 0) throw tooMany(retryAfterSeconds);
      const day = days.add(network, bytes);
      const megabytesBegun = Math.floor(day / megabyte);
      if (day - bytes >= megabytesBegun * megabyte) return;
      await rateLimits.consume('eventsByNetwork', network).catch((error: unknown) => {
        // The next one begins this megabyte.
        days.set(network, megabytesBegun * megabyte - 1);
        if (error instanceof ApiError) refused.set(network, error.retryAfterSeconds ?? 0);
        throw error;
      });
    },
    async checkVisit(visit, bytes) {
      if (visits.add(visit, bytes) <= usualVisitBytes) return;
      if ((await readStoredBytes(events, visit)) + bytes > maxVisitBytes) throw new ApiError('too_large');
    },
  };
}

function tooMany(retryAfterSeconds: number): ApiError {
  return new ApiError('too_many_requests', { retryAfterSeconds });
}

async function readStoredBytes(events: SendingLimitParts['events'], visit: string): Promise<number> {
  const [reported = []] = (await events.readReported([visit])).values();
  return reported.reduce((sum, { events, count }) => sum + bytesOf(JSON.stringify(events), count), 0);
}

const maxKeys = 100_000;

/** Sums by key in memory, which all begin anew after so many seconds, or as soon as there are too many keys. */
function createSums(seconds: number) {
  const sums = new Map<string, number>();
  // Not by the time of day, which can be set.
  let endsAt = 0;
  const secondsLeft = () => (endsAt - performance.now()) / 1_000;
  const get = (key: string): number => {
    if (secondsLeft() <= 0 || sums.size >= maxKeys) {
      sums.clear();
      endsAt = performance.now() + seconds * 1_000;
    }
    return sums.get(key) ?? 0;
  };
  const set = (key: string, sum: number) => void sums.set(key, sum);
  const add = (key: string, amount: number): number => {
    const sum = get(key) + amount;
    set(key, sum);
    return sum;
  };
  return { get, set, add, secondsLeft };
}
