import { createStore } from 'zustand/vanilla';
import { clockOffset, storedAtHeader } from './offline-caches.ts';

/** How far the server's clock is ahead, in milliseconds, and whether the server itself has said so since the page is open. */
export const serverClock = createStore(() => ({ offset: NaN, isLive: false }));

/** Learns the server's time from an answer of the API; a kept one counts only until the server itself has answered. */
export function noteServerTime({ headers }: Response): void {
  const found = clockOffset(headers);
  const isStored = headers.has(storedAtHeader);
  const { isLive } = serverClock.getState();
  if (!Number.isNaN(found) && !(isStored && isLive))
    serverClock.setState({ offset: found, isLive: isLive || !isStored });
}

/**
 * The server's time, to about a second; until it has answered, the device's. What the server dated is compared with it.
 */
export function serverNow(): Date {
  return new Date(Date.now() + (serverClock.getState().offset || 0));
}

/** Clocks that differ by less than this mislead no one. */
const wrongByMilliseconds = 24 * 3_600_000;

/** Whether this device's clock is wrong by a day or more. */
export function isClockWrong({ offset } = serverClock.getState()): boolean {
  return Math.abs(offset) >= wrongByMilliseconds;
}
