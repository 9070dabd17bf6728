import { storedAtHeader } from './offline-caches.ts';

/**
 * Milliseconds by which the server's clock is ahead of this device's, by an answer's `Date`; NaN where it has none. An
 * answer that was kept says when, by this device's clock, so that it can still be compared.
 */
export function clockOffset(headers: Headers): number {
  const storedAt = headers.get(storedAtHeader);
  return Date.parse(headers.get('Date') ?? '') - (storedAt === null ? Date.now() : Date.parse(storedAt));
}

/** The headers of an answer that is kept from now on, by this device's clock. */
export function withStoredAt(of: Headers): Headers {
  const headers = new Headers(of);
  headers.set(storedAtHeader, new Date().toISOString());
  return headers;
}

let offset = NaN;
let isLive = false;
const listeners = new Set<() => void>();

/** Learns the server's time from an answer of the API; a kept one counts only until the server itself has answered. */
export function noteServerTime({ headers }: Response): void {
  const found = clockOffset(headers);
  const isStored = headers.has(storedAtHeader);
  if (Number.isNaN(found) || (isStored && isLive)) return;
  offset = found;
  isLive ||= !isStored;
  for (const listener of listeners) listener();
}

/**
 * The server's time, to about a second; until it has answered, the device's. What the server dated is compared with it.
 */
export function serverNow(): Date {
  return new Date(Date.now() + (offset || 0));
}

/** Clocks that differ by less than this mislead no one. */
const wrongByMilliseconds = 24 * 3_600_000;

/** Whether this device's clock is wrong by a day or more. */
export function isClockWrong(): boolean {
  return Math.abs(offset) >= wrongByMilliseconds;
}

/** Calls back after each answer with the server's time, until the function it returns is called. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
