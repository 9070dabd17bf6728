import type { FunnelEntry } from '../site.ts';
import { keys, removeEntry, visitKeyPrefix } from '../storage.ts';

/** Forgets where the visitor came from: it has been sent. */
export function removePromoData(): void {
  removeEntry(keys.promoData);
}

/** Forgets all that these quizzes have left in the browser, and what was chosen after them. */
export function removeVisits(funnels: readonly FunnelEntry[]): void {
  for (const { id, storageKey } of funnels) [visitKeyPrefix + id, storageKey].forEach(removeEntry);
  [keys.lastQuiz, keys.chosenPlan, keys.promoData].forEach(removeEntry);
}
