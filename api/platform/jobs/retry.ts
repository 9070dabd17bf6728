import { JobRefused } from './job.ts';

const firstDelaySeconds = 10;
/** No retry waits longer. */
export const longestDelaySeconds = 3_600;
const mostAttempts = 12;
const mostAttemptsWhenRefused = 3;

/** Seconds until the next attempt: doubling up to an hour, less a random half, so that failures spread out. */
export function retryDelay(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelaySeconds * 2 ** (attempts - 1), longestDelaySeconds);
  return delay * (1 - random() / 2);
}

/** Whether a job that failed so often, last in this way, is given up. Twelve attempts take about three hours. */
export function isLastAttempt(attempts: number, error?: unknown): boolean {
  return attempts >= (error instanceof JobRefused ? mostAttemptsWhenRefused : mostAttempts);
}
