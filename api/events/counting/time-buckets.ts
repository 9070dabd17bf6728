/** Times in buckets that grow by half powers of two: 0.125 s, 0.177 s, 0.25 s, … so that few numbers tell of many times. */

import type { Counts } from './counts.ts';

/** Shorter and longer times are in the first and in the last one: up to 0.177 s, from 1,448 s. */
const [first, last] = [-6, 21];

/** The name of the bucket for a time in seconds: `5` holds those from 2^(5/2) up to, not including, 2^(6/2). */
export function bucketOf(seconds: number): string {
  return String(Math.min(last, Math.max(first, Math.floor(2 * Math.log2(seconds)))));
}

/**
 * The time in seconds that a share (0 to 1) of the times in these buckets do not exceed; null where there are none.
 * From 0.125 s to half an hour it is at most by a factor of √2 too long or too short: it lies in the bucket of the right one.
 */
export function timeAtShare(buckets: Counts, share: number): number | null {
  const sorted = Object.entries(buckets)
    .map(([name, count]) => ({ bucket: Number(name), count }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.bucket - other.bucket);
  let rest = Math.max(1, Math.ceil(share * sorted.reduce((sum, { count }) => sum + count, 0)));
  for (const { bucket, count } of sorted) {
    // As if the times of a bucket were spread over it evenly by their logarithms.
    if (rest <= count) return 2 ** ((bucket + (rest - 0.5) / count) / 2);
    rest -= count;
  }
  return null;
}
