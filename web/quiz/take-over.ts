import type { VisitEvent } from '../../engine/model.ts';
import type { EarlyEvent, EarlyVisit } from '../starter/early-visit.ts';
import { earlyKeyPrefix } from '../storage.ts';
import type { Visit } from './visit.ts';

/** Ends the starter script's part: from now on React has to hear the visitor. */
export function endEarlyVisit(): EarlyVisit | undefined {
  const early = globalThis.earlyVisit?.(true);
  globalThis.earlyVisit = undefined;
  return early;
}

/** Brings the visit to the screen that stands there. What leads on from it waits until React has taken that over. */
export function takeOver(visit: Visit, { openedAt, events, waits }: EarlyVisit): void {
  visit.openedAt = openedAt;
  const done = events.map((early) => ({ event: eventOf(early), at: early.at }));
  if (waits) visit.waiting = done.pop()!;
  for (const { event, at } of done) visit.send(event, at);
}

/** Sends what the visitor did on the step on the screen before this script came. */
export function sendWaitingTap(visit: Visit): void {
  const { waiting } = visit;
  delete visit.waiting;
  if (waiting) visit.send(waiting.event, waiting.at);
}

/** The page saves the visit now: a reload needs no more to know how it began. */
export function removeEarlyVisit(funnelId: string): void {
  try {
    sessionStorage.removeItem(earlyKeyPrefix + funnelId);
  } catch {
    // storage is off: then it isn't there either
  }
}

function eventOf({ type, value }: EarlyEvent): VisitEvent {
  if (type !== 'ANSWER') return { type };
  return { type, value: value! < ':' ? Number(value) : value! }; // a digit or a minus: keys of options begin with a letter
}
