import { expect, it, vi } from 'vitest';
import { createBell } from '../../api/platform/jobs/signal.ts';

const never = 1_000_000;

it('wakes who waits', async () => {
  const bell = createBell();
  const waiting = bell.wait(never);
  bell.ring();
  await expect(waiting).resolves.toBeUndefined();
});

it('remembers that it rang, once however often it did', async () => {
  vi.useFakeTimers();
  const bell = createBell();
  bell.ring();
  bell.ring();
  await bell.wait(never);
  let isOver = false;
  const second = bell.wait(50).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(49);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await second;
  expect(isOver).toBe(true);
  vi.useRealTimers();
});
