import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { ApiError } from './problem.ts';
import { networkOf } from '../network.ts';

/** How long limits last, in seconds. */
export const inSeconds = { minute: 60, hour: 3_600, day: 86_400 } as const;

/** So many calls in so many seconds, which count from the first one. */
export interface RateLimit {
  /** By which it is stored. */
  readonly name: string;
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** The limits of a domain, each named by its key. */
export function nameLimits<Name extends string>(
  limits: Readonly<Record<Name, Omit<RateLimit, 'name'>>>,
): Readonly<Record<Name, RateLimit>> {
  const named = Object.entries<Omit<RateLimit, 'name'>>(limits).map(([name, limit]) => [name, { name, ...limit }]);
  return Object.fromEntries(named) as Readonly<Record<Name, RateLimit>>;
}

/** Limits on how often something may be done, counted in the database by all processes together. */
export interface RateLimits {
  /** Counts one call; throws `too_many_requests` as an `ApiError` where it is one too many. */
  consume(limit: RateLimit, key: LimitKey): Promise<void>;
  /** Counts one call too; resolves to whether it is within the limit. */
  tryConsume(limit: RateLimit, key: LimitKey): Promise<boolean>;
  /** Takes one call back that came to nothing, through no fault of the caller's. */
  release(limit: RateLimit, key: LimitKey): Promise<void>;
  /** Restarts the count. */
  reset(limit: RateLimit, key: LimitKey): Promise<void>;
}

/** Who is counted: an email, an IP address, an id, or several of them together. */
type LimitKey = string | readonly string[];

/**
 * The rate limits of a database, in its table `rate_limits`. Only hashes of keys are stored. Of IPv6 addresses the first
 * 64 bits count, for one customer has all the rest. The clock is the database's, and where that was set back, a count
 * that ends later than one which begins now starts over: no limit lasts longer than its own duration.
 */
export function createRateLimits(database: Database): RateLimits {
  /** Counts one call; resolves to the seconds until the count starts over if it is one too many, else to null. */
  const count = async (limit: RateLimit, key: LimitKey): Promise<number | null> => {
    const { points, duration } = limit;
    const values = [storedKey(limit, key), duration * 1_000];
    const [row] = await database.query<CountRow>({ name: 'count-call', text: countText, values });
    return row!.points > points ? row!.seconds : null;
  };
  return {
    async consume(limit, key) {
      const retryAfterSeconds = await count(limit, key);
      if (retryAfterSeconds !== null) throw new ApiError('too_many_requests', { retryAfterSeconds });
    },
    async tryConsume(limit, key) {
      return (await count(limit, key)) === null;
    },
    async release(limit, key) {
      await database.query({ name: 'give-back-call', text: giveBackText, values: [storedKey(limit, key)] });
    },
    async reset(limit, key) {
      await database.query({ name: 'reset-limit', text: resetText, values: [storedKey(limit, key)] });
    },
  };
}

interface CountRow {
  readonly points: number;
  readonly seconds: number;
}

const milliseconds = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

// `clock` is read once the row is locked: the count before has read it earlier.
const countText = `
  INSERT INTO rate_limits AS known (key, points, expire) VALUES ($1, 1, ${milliseconds} + $2::bigint)
  ON CONFLICT (key) DO UPDATE SET (points, expire) = (
    SELECT CASE WHEN is_running THEN known.points + 1 ELSE 1 END, CASE WHEN is_running THEN known.expire ELSE ends END
    FROM (SELECT ${milliseconds} + $2::bigint AS ends) AS clock
    CROSS JOIN LATERAL (SELECT known.expire > ends - $2::bigint AND known.expire <= ends AS is_running) AS count
  )
  RETURNING points, least(greatest(expire - ${milliseconds}, 0), $2::bigint)::float8 / 1000 AS seconds`;

const giveBackText = 'UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0';
const resetText = 'DELETE FROM rate_limits WHERE key = $1';

function storedKey({ name }: RateLimit, key: LimitKey): string {
  const parts = [key].flat().map(networkOf);
  return `${name}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** What is counted by a limit. */
export interface CountedBy {
  readonly limit: RateLimit;
  readonly key: LimitKey;
  /** Asked once the limit is exceeded: whether this one may go on all the same. */
  readonly unless?: () => Promise<boolean>;
}

/**
 * Counts a try by these limits, in their order, and makes it. Throws `too_many_requests`. What one of them refuses, or
 * what comes to nothing because we are too busy or the database is away, was no try: it is taken back.
 */
export async function countTry<T>(
  rateLimits: RateLimits,
  limits: readonly CountedBy[],
  attempt: () => Promise<T>,
): Promise<T> {
  const counted: CountedBy[] = [];
  let isTry = false;
  try {
    for (const each of limits) {
      await countOne(rateLimits, each);
      counted.push(each);
    }
    isTry = true;
    return await attempt();
  } catch (error) {
    if (!isTry || isOurFault(error)) {
      const givenBack = Promise.allSettled(counted.map(({ limit, key }) => rateLimits.release(limit, key)));
      // One that is away, or has nothing free, is not waited for a second time.
      if (!isUnavailable(error)) await givenBack;
    }
    throw error;
  }
}

async function countOne(rateLimits: RateLimits, { limit, key, unless }: CountedBy): Promise<void> {
  try {
    await rateLimits.consume(limit, key);
  } catch (error) {
    const isExceeded = error instanceof ApiError && error.code === 'too_many_requests';
    if (!isExceeded || !(await unless?.())) throw error;
  }
}

function isOurFault(error: unknown): boolean {
  return error instanceof ApiError ? error.code === 'busy' || error.code === 'unavailable' : isUnavailable(error);
}
