import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../http/api-error.ts';
import { networkOf } from '../http/network-of.ts';

/**
 * A visitor sends a batch every five seconds at the most: that is 500 visitors who are in a quiz at once behind one
 * address, as offices and phone networks have it.
 */
const pointsPerMinute = 6_000;
const charactersPerPoint = 2_000;

/** Counts what one network sends. Throws `too_many_requests` as an `ApiError` where it is too much. */
export type CountSending = (ip: string, characters: number) => Promise<void>;

/** A limit of this process alone: a query for each batch would cost as much as the batch. */
export function createSendingLimit({ points = pointsPerMinute } = {}): CountSending {
  const limiter = new RateLimiterMemory({ points, duration: 60 });
  return async (ip, characters) => {
    try {
      await limiter.consume(networkOf(ip), Math.ceil(characters / charactersPerPoint));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new ApiError('too_many_requests', { retryAfterSeconds: error.msBeforeNext / 1_000 });
    }
  };
}
