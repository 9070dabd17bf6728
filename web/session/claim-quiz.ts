import { readSite } from '../site.ts';
import { quizOwner, readLastQuiz, writeLastQuiz, type LastQuiz } from '../storage.ts';
import type { CurrentUser } from './current-user.ts';
import { removeProgress, removeVisits } from './remove-visits.ts';

/**
 * Makes what quizzes have left in this browser this user's, and drops what another user has claimed. From then on no
 * other person is shown it or sends it with a sign-up. A visit of another person starts anew: only finished quizzes stay.
 */
export function claimQuiz(user: CurrentUser | null): void {
  if (user === null) return;
  const isOthers = quizOwner() !== undefined && quizOwner() !== user.id;
  (isOthers ? removeVisits : removeProgress)(readSite().funnels);
  writeLastQuiz({ ...(readLastQuiz() as LastQuiz), userId: user.id });
}
