import type { CurrentUser } from './current-user.ts';
import { removeTabEntry } from './tab-storage.ts';
import { type FunnelEntry, readSite } from '../site.ts';
import {
  addressKeyPrefix,
  earlyKeyPrefix,
  entriesWith,
  keys,
  type LastQuiz,
  ledgerKeys,
  newVisitKeyPrefix,
  quizOwner,
  readLastQuiz,
  removeEntry,
  timerKeyPrefix,
  unsentKeyPrefix,
  visitKeyPrefix,
  writeLastQuiz,
} from '../storage.ts';

/** Removes all that these quizzes have left in the browser, and what was chosen after them. */
export function removeVisits(funnels: readonly FunnelEntry[]): void {
  removeProgress(funnels);
  removeFinished(funnels);
}

/** Removes where visits stand and where the visitor came from: no later visit in this browser is joined with these. */
function removeProgress(funnels: readonly FunnelEntry[]): void {
  for (const { id } of funnels) {
    [visitKeyPrefix + id, newVisitKeyPrefix + id].forEach(removeEntry);
    removeTabEntry(earlyKeyPrefix + id);
  }
  [keys.promoData, keys.visitorSeed].forEach(removeEntry);
}

/** Removes the answers of finished quizzes, what they needed of addresses, their timers, what was chosen after them, and what is still to be sent of them. */
export function removeFinished(funnels: readonly FunnelEntry[]): void {
  for (const { id, storageKey } of funnels) [storageKey, addressKeyPrefix + id].forEach(removeEntry);
  const numbered = [...entriesWith(unsentKeyPrefix), ...entriesWith(timerKeyPrefix)];
  [keys.lastQuiz, keys.chosenPlan, ...numbered, ...Object.values(ledgerKeys)].forEach(removeEntry);
}

/**
 * Makes what quizzes have left in this browser this user's, and drops what another user has claimed. From then on no
 * other person is shown it or sends it with a sign-up. A visit of another person starts again: only finished quizzes
 * stay.
 */
export function claimQuiz(user: CurrentUser | null): void {
  if (user === null) return;
  const isOthers = quizOwner() !== undefined && quizOwner() !== user.id;
  (isOthers ? removeVisits : removeProgress)(readSite().funnels);
  writeLastQuiz({ ...(readLastQuiz() as LastQuiz), userId: user.id });
}
