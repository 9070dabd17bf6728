import type { refreshToken } from '../../schemas/api/auth.ts';
import type { Handler } from '../platform/http/handler.ts';
import type { AccountServices } from './dependencies.ts';

/** Exchanges a refresh token, under the names that the specification gives the new ones (section 3). */
export function createRefresh({ sessions }: AccountServices): Handler<typeof refreshToken> {
  return async ({ body, ip, requestId }) => {
    const tokens = await sessions.rotate(body.refreshToken, { ip, requestId });
    return { newAccessToken: tokens.accessToken, newRefreshToken: tokens.refreshToken };
  };
}
