import type { ReplyOf } from '../../../../schemas/api/call.ts';
import type { myVisits, removeMyVisits } from '../../../../schemas/api/users.ts';
import { session } from '../../../session/page-session.ts';
import { removeVisits } from '../../../session/stored-quizzes.ts';
import { readSite } from '../../../site.ts';

/** The quizzes that are stored with the user's account, newest first. Rejects as the calls of `account` do. */
export async function listStoredVisits(): Promise<ReplyOf<typeof myVisits>['visits']> {
  const { visits } = await session().api.call<typeof myVisits>('GET', '/v1/users/me/visits/');
  return visits;
}

/** Erases them, and what quizzes have left in this browser. Rejects as the calls of `account` do. */
export async function removeStoredVisits(): Promise<void> {
  await session().api.call<typeof removeMyVisits>('DELETE', '/v1/users/me/visits/');
  removeVisits(readSite().funnels);
  await session()
    .load()
    .catch(() => undefined); // they are gone all the same
}
