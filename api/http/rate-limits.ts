import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { ApiError } from './api-error.ts';

const minute = 60;
const hour = 60 * minute;

/** So many calls in so many seconds, which count from the first one. */
const limits = {
  /** Guesses at one account from one place. A success starts it anew. */
  loginByAddressAndIp: { points: 10, duration: 15 * minute },
  /** Guesses at one account from many places. */
  loginByEmail: { points: 100, duration: hour },
  /** Guesses at many accounts from one place. */
  loginByIp: { points: 300, duration: 15 * minute },
  /** Mails to one address that somebody tried to sign up with it again. */
  addressTakenByEmail: { points: 3, duration: hour },
  signupByIp: { points: 60, duration: hour },
  verifySendByUser: { points: 5, duration: hour },
  resetByEmail: { points: 5, duration: hour },
  resetByIp: { points: 60, duration: hour },
  /** What links in mails lead to: verify, the end of a reset, unsubscribe. */
  linksByIp: { points: 120, duration: 15 * minute },
  removeByUser: { points: 10, duration: hour },
} as const;
export type LimitName = keyof typeof limits;

/** Limits on how often somebody may do something, counted in the database by all processes together. */
export interface RateLimits {
  /** Counts one call; throws `too_many_requests` as an `ApiError` where it is one too many. */
  consume(name: LimitName, key: LimitKey): Promise<void>;
  /** Begins to count anew. */
  reset(name: LimitName, key: LimitKey): Promise<void>;
}

/** Who is counted: an e-mail, an IP address, an id, or several of them together. */
export type LimitKey = string | readonly string[];

/**
 * The rate limits of a database, in its table `rate_limits`. Only hashes of keys are stored. Of IPv6 addresses the first
 * 64 bits count, for one customer has all the rest.
 */
export function createRateLimits(database: Database): RateLimits {
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      new RateLimiterPostgres({
        ...limit,
        keyPrefix: name,
        storeClient: createStore(database),
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    ]),
  );
  return {
    async consume(name, key) {
      try {
        await limiters.get(name)!.consume(hashKey(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new ApiError('too_many_requests', { retryAfterSeconds: error.msBeforeNext / 1_000 });
      }
    },
    async reset(name, key) {
      await limiters.get(name)!.delete(hashKey(key));
    },
  };
}

interface StoreQuery {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the limiters take for a client of `pg`. */
function createStore(database: Database) {
  return {
    async query({ name, text, values }: StoreQuery) {
      const rows = await database.query({ name: name ?? text, text, values });
      return { rows, rowCount: rows.length };
    },
  };
}

function hashKey(key: LimitKey): string {
  const parts = [key].flat().map((part) => (isIPv6(part) ? networkOf(part) : part));
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The first 64 bits of an IPv6 address: its first four groups, written out. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().replace(/%.*/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
