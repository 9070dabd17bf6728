import { expect, it, onTestFinished, vi } from 'vitest';
import { createSignal, endsWithin } from '../../api/platform/jobs/signal.ts';

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

it('waits no longer than that for work, and leaves no timer behind', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(await endsWithin(never, Promise.resolve())).toBe(true);
  await expect(endsWithin(never, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
  const waiting = endsWithin(50, new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(50);
  expect(await waiting).toBe(false);
});
