import { expect, test, vi } from 'vitest';
import { stopTimers, timerSet } from './timers.ts';

test('no time passes while a test waits for the page', async () => {
  stopTimers();
  const come = vi.fn();
  const seen = { times: 0 };
  const look = () => (seen.times += 1);
  setTimeout(come, 1);
  await expect.poll(look).toBe(4);
  await expect.poll(() => look()).toBe(8);
  expect(come).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(come).toHaveBeenCalledTimes(1);
});

test('a timer that is set later is waited for', async () => {
  const { setTimeout: later } = globalThis;
  stopTimers();
  const come = vi.fn();
  later(() => setTimeout(come, 250), 60);
  await timerSet(250);
  vi.advanceTimersByTime(250);
  expect(come).toHaveBeenCalledTimes(1);
});
