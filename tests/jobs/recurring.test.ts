import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRecurringWork } from '../../api/platform/jobs/recurring.ts';
import { createLog } from '../../api/platform/log.ts';

const doNothing = () => undefined;

const hour = 3_600_000;
const log = createLog('silent');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is done soon after the start and then every hour or so, also after it failed', async () => {
  const run = vi.fn(async () => {
    throw new Error('the database is away');
  });
  const work = startRecurringWork({ name: 'clean-up', everyMilliseconds: hour, run, log });
  await vi.advanceTimersByTimeAsync(hour / 10);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(hour * 1.1);
  expect(run).toHaveBeenCalledTimes(2);
  await work.stop();
});

it('does not wait for what never ends', async () => {
  const run = vi.fn(() => new Promise<never>(() => undefined));
  const work = startRecurringWork({ name: 'clean-up', everyMilliseconds: hour, run, log });
  await vi.advanceTimersByTimeAsync(hour / 10);
  let hasStopped = false;
  const stopped = work.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(hasStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await stopped;
});

it('lets what runs come to its end when it stops, and starts nothing more', async () => {
  let finish: () => void = doNothing;
  const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const work = startRecurringWork({ name: 'clean-up', everyMilliseconds: hour, run, log });
  await vi.advanceTimersByTimeAsync(hour / 10);
  let hasStopped = false;
  const stopped = work.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(10);
  expect(hasStopped).toBe(false);
  finish();
  await stopped;
  await vi.advanceTimersByTimeAsync(10 * hour);
  expect(run).toHaveBeenCalledTimes(1);
});
