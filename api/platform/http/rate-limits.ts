import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { ApiError } from './problem.ts';
import { networkOf } from '../network.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** So many calls in so many seconds, which count from the first one. */
const limits = {
  /** Guesses at one account from one place. A success starts it again. */
  loginByAddressAndIp: { points: 10, duration: 15 * minute },
  /** Guesses at one account from many places. */
  loginByEmail: { points: 100, duration: hour },
  /** Guesses at many accounts from one place. */
  loginByIp: { points: 300, duration: 15 * minute },
  /** Emails to one mailbox about attempts to sign up with its address again. */
  addressTakenByMailbox: { points: 3, duration: hour },
  /** Emails to one mailbox that one network has caused, of those that anyone can cause. */
  mailsByMailboxAndNetwork: { points: 10, duration: day },
  /** The same from all networks together, but for the links of the next line and those of verified accounts. */
  mailsByMailbox: { points: 20, duration: day },
  /** Links to unverified accounts of one mailbox, asked for from networks that are known. */
  linksByMailbox: { points: 20, duration: day },
  signupByIp: { points: 60, duration: hour },
  verifySendByUser: { points: 5, duration: hour },
  resetByMailboxAndIp: { points: 5, duration: hour },
  resetByIp: { points: 60, duration: hour },
  /** What links in emails lead to: verify, the end of a reset; to unsubscribe, only with an unknown id. */
  linksByIp: { points: 120, duration: 15 * minute },
  /** Guesses of who is logged in: to remove the account, or to change its email or password. */
  passwordByUser: { points: 10, duration: hour },
  /** Of name, language and subscription: each may leave a line in the audit log. */
  changesByUser: { points: 120, duration: hour },
  downloadByUser: { points: 10, duration: hour },
  buyByUser: { points: 120, duration: hour },
  /** Pages of Stripe's customer portal, and returns from them, where Stripe is read; beyond them it isn't read. */
  portalByUser: { points: 120, duration: hour },
  /** Leads from one network: offices and phone networks have many visitors behind one address. */
  leadsByIp: { points: 300, duration: hour },
  /** Beyond them, leads with one address are not stored. */
  leadsByContact: { points: 20, duration: day },
  /** Megabytes of events that are stored for one network (`api/events/sending-limit.ts`). */
  eventsByNetwork: { points: 25, duration: day },
  /** Fiftieths of the visits that one network may begin in a day (`api/events/visit-limit.ts`). */
  visitsByNetwork: { points: 50, duration: day },
  refundsByUser: { points: 30, duration: hour },
} as const;
export type LimitName = keyof typeof limits;

/** Limits on how often something may be done, counted in the database by all processes together. */
export interface RateLimits {
  /** Counts one call; throws `too_many_requests` as an `ApiError` where it is one too many. */
  consume(name: LimitName, key: LimitKey): Promise<void>;
  /** Counts one call too; resolves to whether it is within the limit. */
  tryConsume(name: LimitName, key: LimitKey): Promise<boolean>;
  /** Takes one call back that came to nothing, through no fault of the caller's. */
  release(name: LimitName, key: LimitKey): Promise<void>;
  /** Restarts the count. */
  reset(name: LimitName, key: LimitKey): Promise<void>;
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
  const count = async (name: LimitName, key: LimitKey): Promise<number | null> => {
    const { points, duration } = limits[name];
    const values = [storedKey(name, key), duration * 1_000];
    const [row] = await database.query<CountRow>({ name: 'count-call', text: countText, values });
    return row!.points > points ? row!.seconds : null;
  };
  return {
    async consume(name, key) {
      const retryAfterSeconds = await count(name, key);
      if (retryAfterSeconds !== null) throw new ApiError('too_many_requests', { retryAfterSeconds });
    },
    async tryConsume(name, key) {
      return (await count(name, key)) === null;
    },
    async release(name, key) {
      await database.query({ name: 'give-back-call', text: giveBackText, values: [storedKey(name, key)] });
    },
    async reset(name, key) {
      await database.query({ name: 'reset-limit', text: resetText, values: [storedKey(name, key)] });
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

function storedKey(name: LimitName, key: LimitKey): string {
  const parts = [key].flat().map(networkOf);
  return `${name}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** A limit, and what it counts by. */
export interface CountedBy {
  readonly name: LimitName;
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
    for (const limit of limits) {
      await countOne(rateLimits, limit);
      counted.push(limit);
    }
    isTry = true;
    return await attempt();
  } catch (error) {
    if (!isTry || isOurFault(error)) {
      const givenBack = Promise.allSettled(counted.map(({ name, key }) => rateLimits.release(name, key)));
      // One that is away, or has nothing free, is not waited for a second time.
      if (!isUnavailable(error)) await givenBack;
    }
    throw error;
  }
}

async function countOne(rateLimits: RateLimits, { name, key, unless }: CountedBy): Promise<void> {
  try {
    await rateLimits.consume(name, key);
  } catch (error) {
    const isExceeded = error instanceof ApiError && error.code === 'too_many_requests';
    if (!isExceeded || !(await unless?.())) throw error;
  }
}

function isOurFault(error: unknown): boolean {
  return error instanceof ApiError ? error.code === 'busy' || error.code === 'unavailable' : isUnavailable(error);
}
