import { removeLedger } from '../learn/services/ledger.ts';
import type { FunnelEntry } from '../site.ts';
import { keys, newVisitKeyPrefix, removeEntry, toldKeyPrefix, visitKeyPrefix } from '../storage.ts';

/** Forgets where the visitor came from: it has been sent. */
export function removePromoData(): void {
  removeEntry(keys.promoData);
}

/** Forgets all that these quizzes have left in the browser, and what was chosen after them. */
export function removeVisits(funnels: readonly FunnelEntry[]): void {
  for (const { id, storageKey } of funnels) {
    [visitKeyPrefix + id, newVisitKeyPrefix + id, storageKey].forEach(removeEntry);
  }
  [keys.lastQuiz, keys.chosenPlan, keys.promoData, keys.visitorSeed, ...stillToTell()].forEach(removeEntry);
  removeLedger();
}

function stillToTell(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(toldKeyPrefix));
  } catch {
    return []; // storage is off
  }
}
