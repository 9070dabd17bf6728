import { ApiError } from '../platform/http/problem.ts';
import type { Authenticate } from '../platform/http/endpoint.ts';
import type { Database } from '../platform/db/database.ts';
import type { Keys } from '../keys.ts';
import { readAccessToken } from './tokens.ts';
import { isLive } from './sessions.ts';
import { toUser, userColumns, type UserRow } from './users.ts';

/**
 * Finds out whose access token it is: one query tells whether the session lives and loads the whole account, so that
 * an end of the session counts at once. Throws `tokens_outdated` for an authentic token of an earlier format and
 * `not_signed_in` for anything else.
 */
export function createAuthenticate({ database, keys }: { database: Database; keys: Keys }): Authenticate {
  return async (token) => {
    const claims = readAccessToken(keys.accessToken, token);
    if (claims === 'outdated') throw new ApiError('tokens_outdated');
    if (!claims) throw new ApiError('not_signed_in');
    const { userId, sessionId } = claims;
    const [row] = await database.query<UserRow>({ name: 'authenticate', text, values: [sessionId, userId] });
    if (!row) throw new ApiError('not_signed_in');
    return { user: toUser(row), sessionId };
  };
}

const text = `
  SELECT ${userColumns}
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.user_id = $2 AND ${isLive}`;
