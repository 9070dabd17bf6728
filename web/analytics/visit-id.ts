import type { Visit } from '../quiz/open-visit.ts';
import { newVisitKeyPrefix, readEntry, removeEntry, writeEntry } from '../storage.ts';

const keyOf = ({ data }: Visit) => newVisitKeyPrefix + data.funnel.id;

/**
 * Gives the visit its id (`visit.id`), which all pages of it share: that of the saved visit that it goes on with, or of
 * a page that was left before its first answer; else a new one.
 */
export function identify(visit: Visit): void {
  if (visit.id !== undefined) return;
  visit.id = (readEntry(keyOf(visit)) as string | null) ?? newVisitId();
  writeEntry(keyOf(visit), visit.id);
}

/** The id is saved with the visit now: one that begins anew gets another. */
export function forgetNewVisit(visit: Visit): void {
  removeEntry(keyOf(visit));
}

/** UUID version 7: the time in milliseconds and 72 random bits. `crypto.randomUUID` is missing on plain http. */
function newVisitId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, '0'));
  const digits = `0${Date.now().toString(16)}7${random.join('').replace(/.../, '$&8')}`; // right until the year 2527
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
