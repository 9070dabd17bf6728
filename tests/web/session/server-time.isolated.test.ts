import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedAtHeader } from '../../../web/session/offline-caches.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const answer = (date: Date | null, kept?: Date) =>
  new Response('', {
    headers: { ...(date && { Date: date.toUTCString() }), ...(kept && { [storedAtHeader]: kept.toISOString() }) },
  });

/** A page that has just been loaded, on a device whose clock shows `now`. */
async function openPage() {
  vi.resetModules();
  const time = await import('../../../web/session/server-time.ts');
  const { hasAccess } = await import('../../../web/session/current-user.ts');
  return { ...time, hasAccess };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

it('until the server has answered, the time is the one of the device', async () => {
  const { serverNow, noteServerTime, isClockWrong } = await openPage();
  expect(serverNow()).toEqual(now);
  noteServerTime(answer(null));
  expect([serverNow(), isClockWrong()]).toEqual([now, false]);
});

describe('on a device whose clock is a year ahead', () => {
  it('access counts by the time of the server', async () => {
    const { hasAccess, noteServerTime } = await openPage();
    expect(hasAccess(later(-360))).toBe(false);
    noteServerTime(answer(later(-365)));
    expect(hasAccess(later(-360))).toBe(true);
    expect(hasAccess(later(-366))).toBe(false);
  });

  it('time goes on, and the page knows what is wrong', async () => {
    const { serverNow, noteServerTime, isClockWrong, serverClock } = await openPage();
    const heard = vi.fn();
    const stop = serverClock.subscribe(heard);
    noteServerTime(answer(later(-365)));
    vi.setSystemTime(later(2));
    expect(serverNow()).toEqual(later(-363));
    expect(isClockWrong()).toBe(true);
    stop();
    noteServerTime(answer(later(2)));
    expect([serverNow(), isClockWrong(), heard.mock.calls.length]).toEqual([later(2), false, 1]);
  });

  it('a kept answer tells the difference too, until the server itself has answered', async () => {
    const { serverNow, noteServerTime } = await openPage();
    noteServerTime(answer(later(-375), later(-10)));
    expect(serverNow()).toEqual(later(-365));
    noteServerTime(answer(later(-364)));
    noteServerTime(answer(later(-10), later(-10)));
    expect(serverNow()).toEqual(later(-364));
  });
});

it('a clock that is a few hours off misleads nobody', async () => {
  const { noteServerTime, isClockWrong } = await openPage();
  noteServerTime(answer(later(0.9)));
  expect(isClockWrong()).toBe(false);
  noteServerTime(answer(later(-1)));
  expect(isClockWrong()).toBe(true);
});
