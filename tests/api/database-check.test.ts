import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabaseCheck } from '../../api/platform/health.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('A database that answers is asked once a second at most', async () => {
  const ping = vi.fn(() => Promise.resolve());
  const isThere = createDatabaseCheck(ping);
  expect(await Promise.all([isThere(), isThere(), isThere()])).toEqual([true, true, true]);
  vi.advanceTimersByTime(999);
  await isThere();
  expect(ping).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await isThere();
  expect(ping).toHaveBeenCalledTimes(2);
});

test('A database that refuses is away, until it answers again', async () => {
  const ping = vi.fn(() => Promise.resolve());
  ping.mockRejectedValueOnce(new Error('ECONNREFUSED'));
  const isThere = createDatabaseCheck(ping);
  expect(await isThere()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(await isThere()).toBe(true);
});

test('A database that does not answer within two seconds is away', async () => {
  const answer = createDatabaseCheck(() => new Promise(() => undefined))();
  vi.advanceTimersByTime(2_000);
  expect(await answer).toBe(false);
});
