import { removeLedger } from '../analytics/services/ledger.ts';
import type { FunnelEntry } from '../site.ts';
import { earlyKeyPrefix } from '../starter/early.ts';
import { keys, newVisitKeyPrefix, removeEntry, toldKeyPrefix, visitKeyPrefix } from '../storage.ts';
import { removeTabEntry } from './tab-storage.ts';

/** Removes all that these quizzes have left in the browser, and what was chosen after them. */
export function removeVisits(funnels: readonly FunnelEntry[]): void {
  removeProgress(funnels);
  removeFinished(funnels);
}

/** Removes where visits stand and where the visitor came from: no later visit in this browser is joined with these. */
export function removeProgress(funnels: readonly FunnelEntry[]): void {
  for (const { id } of funnels) {
    [visitKeyPrefix + id, newVisitKeyPrefix + id].forEach(removeEntry);
    removeTabEntry(earlyKeyPrefix + id);
  }
  [keys.promoData, keys.visitorSeed].forEach(removeEntry);
}

/** Removes the answers of finished quizzes, what was chosen after them, and what is still to be sent of them. */
export function removeFinished(funnels: readonly FunnelEntry[]): void {
  for (const { storageKey } of funnels) removeEntry(storageKey);
  [keys.lastQuiz, keys.chosenPlan, ...unsentBatches()].forEach(removeEntry);
  removeLedger();
}

function unsentBatches(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(toldKeyPrefix));
  } catch {
    return []; // storage is off
  }
}
