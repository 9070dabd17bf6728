import { ApiProblem } from '../../session/api-problem.ts';

/** Why the link of a mail no longer works. */
export type LinkProblem = 'expired' | 'invalid';

/** What the server says is wrong with the link; null where it is something else. */
export function linkProblemOf(error: unknown): LinkProblem | null {
  if (!(error instanceof ApiProblem)) return null;
  if (error.code === 'link_expired') return 'expired';
  return error.code === 'link_invalid' ? 'invalid' : null;
}
