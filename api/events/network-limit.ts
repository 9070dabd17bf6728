import { ApiError } from '../platform/http/problem.ts';
import type { RateLimit, RateLimits } from '../platform/http/rate-limits.ts';
import { networkOf } from '../platform/network.ts';

interface NetworkLimitOptions {
  readonly perMinute: number;
  /** So much of a day's amount is counted as one in the database. */
  readonly part: number;
  /** The limit of a day, in such parts. */
  readonly ofDay: RateLimit;
  readonly rateLimits: Pick<RateLimits, 'consume'>;
}

/** Counts this amount for the network of an address: `too_many_requests` where it is too much for a minute or a day. */
export type CountForNetwork = (ip: string, amount: number) => Promise<void>;

/**
 * Counts in memory, as a query for each batch would cost as much as the batch: the minute of a network in this process
 * alone; its day by the part in the database, where all processes share it, after a first part in each of them.
 */
export function createNetworkLimit({ perMinute, part, ofDay, rateLimits }: NetworkLimitOptions): CountForNetwork {
  const minutes = createExpiringSums(60);
  const days = createExpiringSums(86_400);
  const refused = createExpiringSums(60);
  return async (ip, amount) => {
    const network = networkOf(ip);
    if (minutes.add(network, amount) > perMinute) throw tooMany(minutes.secondsLeft());
    // Asked again in a minute, not at each request.
    const retryAfterSeconds = refused.get(network);
    if (retryAfterSeconds > 0) throw tooMany(retryAfterSeconds);
    const day = days.add(network, amount);
    const partsBegun = Math.floor(day / part);
    if (day - amount >= partsBegun * part) return;
    await rateLimits.consume(ofDay, network).catch((error: unknown) => {
      // The next one begins this part.
      days.set(network, partsBegun * part - 1);
      if (error instanceof ApiError) refused.set(network, error.retryAfterSeconds ?? 0);
      throw error;
    });
  };
}

function tooMany(retryAfterSeconds: number): ApiError {
  return new ApiError('too_many_requests', { retryAfterSeconds });
}

/** Sums by key, as `createExpiringMap`. */
export function createExpiringSums(seconds: number) {
  const { get, set, secondsLeft } = createExpiringMap<number>(seconds);
  const sumOf = (key: string): number => get(key) ?? 0;
  const add = (key: string, amount: number): number => {
    const sum = sumOf(key) + amount;
    set(key, sum);
    return sum;
  };
  return { get: sumOf, set, add, secondsLeft };
}

const maxKeys = 100_000;

/** What is known by key, all of it forgotten after so many seconds, or as soon as there are too many keys. */
export function createExpiringMap<Value>(seconds: number) {
  const known = new Map<string, Value>();
  // Not by the time of day, which can be set.
  let endsAt = 0;
  const secondsLeft = () => (endsAt - performance.now()) / 1_000;
  const get = (key: string): Value | undefined => {
    if (secondsLeft() <= 0 || known.size >= maxKeys) {
      known.clear();
      endsAt = performance.now() + seconds * 1_000;
    }
    return known.get(key);
  };
  const set = (key: string, value: Value) => void known.set(key, value);
  return { get, set, secondsLeft };
}
