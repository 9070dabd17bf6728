import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { ApiError } from './api-error.ts';
import { networkOf } from './network-of.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

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
  /** Mails to one address that others can have sent to it. */
  mailsByEmail: { points: 20, duration: day },
  signupByIp: { points: 60, duration: hour },
  verifySendByUser: { points: 5, duration: hour },
  resetByEmail: { points: 5, duration: hour },
  resetByIp: { points: 60, duration: hour },
  /** What links in mails lead to: verify, the end of a reset; to unsubscribe, only with an id that nobody has. */
  linksByIp: { points: 120, duration: 15 * minute },
  removeByUser: { points: 10, duration: hour },
  downloadByUser: { points: 10, duration: hour },
  buyByUser: { points: 120, duration: hour },
  /** Addresses of invoices and receipts. */
  documentsByUser: { points: 120, duration: hour },
  /** Cancelling, resuming and refunds together. */
  paymentChangesByUser: { points: 30, duration: hour },
} as const;
export type LimitName = keyof typeof limits;

/** Limits on how often somebody may do something, counted in the database by all processes together. */
export interface RateLimits {
  /** Counts one call; throws `too_many_requests` as an `ApiError` where it is one too many. */
  consume(name: LimitName, key: LimitKey): Promise<void>;
  /** Counts one call too; resolves to whether it is within the limit. */
  tryConsume(name: LimitName, key: LimitKey): Promise<boolean>;
  /** Takes one call back that came to nothing, through no fault of the caller's. */
  giveBack(name: LimitName, key: LimitKey): Promise<void>;
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
  const limiters = createLimiters(database);
  const spend = async (name: LimitName, key: LimitKey): Promise<RateLimiterRes | null> => {
    try {
      await limiters.get(name)!.consume(hashKey(key));
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  };
  return {
    async consume(name, key) {
      const refusal = await spend(name, key);
      if (refusal) throw new ApiError('too_many_requests', { retryAfterSeconds: refusal.msBeforeNext / 1_000 });
    },
    async tryConsume(name, key) {
      return (await spend(name, key)) === null;
    },
    async giveBack(name, key) {
      const values = [limiters.get(name)!.getKey(hashKey(key))];
      await database.query({ name: 'give-back-point', text: giveBackText, values });
    },
    async reset(name, key) {
      await limiters.get(name)!.delete(hashKey(key));
    },
  };
}

// The library's `reward` would begin a count below zero where it was started anew meanwhile.
const giveBackText = 'UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0';

function createLimiters(database: Database): ReadonlyMap<string, RateLimiterPostgres> {
  const storeClient = createStore(database);
  return new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      new RateLimiterPostgres({
        ...limit,
        keyPrefix: name,
        storeClient,
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    ]),
  );
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
  const parts = [key].flat().map(networkOf);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
