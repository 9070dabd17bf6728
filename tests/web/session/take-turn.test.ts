import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeTurn } from '../../../web/session/refresh.ts';

/** The locks of a browser; `held` says that another tab has the one that is asked for, and keeps it. */
function fakeLocks({ held }: { readonly held: boolean }) {
  const request = (_name: string, { signal }: LockOptions, work: () => Promise<void>) =>
    held
      ? new Promise<void>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))
      : work();
  return { request } as unknown as LockManager;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('work begins at once where no other tab is at it', async () => {
  const work = vi.fn(async () => {});
  await takeTurn(fakeLocks({ held: false }), work);
  expect(work).toHaveBeenCalledOnce();
});

it('work waits for another tab, but not for ever', async () => {
  const work = vi.fn(async () => {});
  const done = takeTurn(fakeLocks({ held: true }), work);
  await vi.advanceTimersByTimeAsync(5_900);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  await done;
  expect(work).toHaveBeenCalledOnce();
});

it('work that fails is not done twice', async () => {
  const work = vi.fn(() => Promise.reject(new Error('refused')));
  await expect(takeTurn(fakeLocks({ held: false }), work)).rejects.toThrow('refused');
  expect(work).toHaveBeenCalledOnce();
});

it('where browsers have no locks nobody waits', async () => {
  const work = vi.fn(async () => {});
  await takeTurn(undefined, work);
  expect(work).toHaveBeenCalledOnce();
});
