import type { logout } from '../../schemas/api/auth.ts';
import type { Handler } from '../platform/http/handler.ts';
import type { AccountServices } from './dependencies.ts';

/** Ends the session of either token. What is no token of ours ends nothing and is answered the same. */
export function createLogout({ sessions }: AccountServices): Handler<typeof logout> {
  return async ({ body, ip, requestId }) => {
    await sessions.end(body, { ip, requestId });
  };
}
