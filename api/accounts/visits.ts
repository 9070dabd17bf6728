import type { myVisits, removeMyVisits } from '../../schemas/api/users.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Handler } from '../platform/http/handler.ts';
import { forgetVisitsOf } from '../visits/visits.ts';
import { audit } from './audit.ts';
import type { AccountServices } from './dependencies.ts';

/** The quizzes that the caller has signed up with, newest first. */
export function createVisitList({ database }: AccountServices): Handler<typeof myVisits> {
  return async ({ user: { user } }) => {
    const rows = await database.query<VisitRow>({ name: 'visits-of-user', text: visitsText, values: [user.id] });
    return { visits: rows.map(({ created_at, ...visit }) => ({ ...visit, createdAt: created_at.toISOString() })) };
  };
}

/** Erases what the caller's quizzes have left in the account. A second call changes nothing. */
export function createVisitRemoval({ database }: AccountServices): Handler<typeof removeMyVisits> {
  return async ({ user: { user }, ip, requestId }) => {
    await database.knex.transaction(async (trx) => {
      const known = await trx('users').where({ id: user.id, deleted_at: null }).forUpdate().first<object>('id');
      if (!known) throw new ApiError('not_signed_in');
      const removed = await forgetVisitsOf(trx, user.id);
      if (removed > 0) await audit(trx, { action: 'visits_removed', userId: user.id, ip, requestId });
    });
    return undefined;
  };
}

type Visit = ReplyOf<typeof myVisits>['visits'][number];
type VisitRow = Omit<Visit, 'createdAt'> & { readonly created_at: Date };

const visitsText = `
  SELECT funnel, answers, input, outcome, created_at
  FROM visits WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT 50`;
