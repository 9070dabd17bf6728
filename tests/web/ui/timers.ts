import { expect, onTestFinished, vi } from 'vitest';

/** Stops the timeouts and intervals of the page until the test ends: they come only as the test itself advances the time. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  const intervals = vi.spyOn(globalThis, 'setInterval');
  // Or each check of expect.poll, expect.element and vi.waitFor would advance the time, the more the slower the machine.
  const asked = vi.spyOn(vi, 'isFakeTimers').mockReturnValue(false);
  onTestFinished(() => {
    asked.mockRestore();
    timeouts.mockRestore();
    intervals.mockRestore();
    vi.useRealTimers();
  });
}

/**
 * Resolves once the page has set a timer of this length so many times since the timers were stopped. Most are set in
 * effects, which React may run long after it has painted: time that is advanced before does not count for them.
 */
export async function timerSet(milliseconds: number, times = 1): Promise<void> {
  const ofThisLength = () =>
    [setTimeout, setInterval]
      .flatMap((set) => vi.mocked(set).mock.calls)
      .filter(([, length]) => length === milliseconds).length;
  await expect.poll(ofThisLength).toBeGreaterThanOrEqual(times);
}
