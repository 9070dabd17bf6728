import { expect, it, vi } from 'vitest';
import { createSignal } from '../../api/platform/jobs/signal.ts';

const never = 1_000_000;

it('wakes who waits', async () => {
  const signal = createSignal();
  const waiting = signal.wait(never);
  signal.notify();
  await expect(waiting).resolves.toBeUndefined();
});

it('remembers that it rang, once however often it did', async () => {
  vi.useFakeTimers();
  const signal = createSignal();
  signal.notify();
  signal.notify();
  await signal.wait(never);
  let isOver = false;
  const second = signal.wait(50).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(49);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await second;
  expect(isOver).toBe(true);
  vi.useRealTimers();
});
