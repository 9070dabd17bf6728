import { readLastQuiz, writeLastQuiz, type LastQuiz } from '../storage.ts';
import type { CurrentUser } from './current-user.ts';

/**
 * Makes the quiz that was finished last in this browser this user's, unless it is somebody's already. From then on
 * nobody else who uses the browser is shown it or sends it with a sign-up, until another quiz is finished.
 */
export function claimQuiz(user: CurrentUser | null): void {
  const last = readLastQuiz() as LastQuiz | null;
  if (user === null || typeof last !== 'object' || last === null || last.userId !== undefined) return;
  writeLastQuiz({ ...last, userId: user.id });
}
