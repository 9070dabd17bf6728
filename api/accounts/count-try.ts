import { isUnavailable } from '../platform/db/unavailable.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { LimitKey, LimitName, RateLimits } from '../platform/http/rate-limits.ts';

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
    // Where the database is away this fails as well, and the first error says why.
    if (!isTry || isOurFault(error))
      await Promise.allSettled(counted.map(({ name, key }) => rateLimits.giveBack(name, key)));
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
