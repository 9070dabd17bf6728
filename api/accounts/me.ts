import type { me, updateMe } from '../../schemas/api/users.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Handler } from '../platform/http/handler.ts';
import type { AccountServices } from './dependencies.ts';
import { changeUser } from './users.ts';

/** The caller's account, which has been loaded with the session. */
export const showMe: Handler<typeof me> = async ({ user }) => user.user;

/** Changes what the owner may change. */
export function createUpdate({ database, rateLimits }: AccountServices): Handler<typeof updateMe> {
  return async ({ body, user, ip, requestId }) => {
    await rateLimits.consume('changesByUser', user.user.id);
    const name = body.firstName === undefined ? {} : { firstName: body.firstName.trim() };
    const changed = await changeUser(database, { userId: user.user.id, changes: { ...body, ...name }, ip, requestId });
    if (!changed) throw new ApiError('not_signed_in');
    return changed;
  };
}
