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
  for (const early of waits ? events.slice(0, -1) : events) visit.send(eventOf(early), early.at);
  const last = events.at(-1);
  if (waits && last) visit.waiting = { event: eventOf(last), at: last.at };
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
  return type === 'ANSWER' ? { type, value: value! } : { type };
}
