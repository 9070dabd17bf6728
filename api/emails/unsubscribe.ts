import type { Router } from 'express';
import { audit } from '../platform/audit.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Database } from '../platform/db/database.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import { unsubscribe } from '../../schemas/api/emails.ts';
import { createRouter } from '../platform/http/router.ts';
import { emailLimits } from './limits.ts';

interface EmailEndpointDependencies {
  readonly database: Database;
  readonly rateLimits: RateLimits;
}

/** The email calls of the API (specification, section 7). */
export function createEmailEndpoints(dependencies: EmailEndpointDependencies) {
  return { unsubscribe: createUnsubscribe(dependencies) };
}

function createUnsubscribe({ database, rateLimits }: EmailEndpointDependencies): Handler<typeof unsubscribe> {
  return async ({ params, ip, requestId }) => {
    const isKnown = isUuid(params.id) && (await stopEmails(database, { id: params.id, ip, requestId }));
    // Mail programs make this call for all of their users from a few addresses; guesses are those that match no account.
    if (!isKnown) await rateLimits.consume(emailLimits.linksByIp, ip);
    return undefined;
  };
}

interface UnsubscribeRequest {
  readonly id: string;
  readonly ip: string;
  readonly requestId: string;
}

/** Once stopped, a second call changes nothing. Resolves to whether there is such an account. */
async function stopEmails(database: Database, { id, ip, requestId }: UnsubscribeRequest): Promise<boolean> {
  return database.knex.transaction(async (trx) => {
    const users = trx('users').where({ unsubscribe_id: id, deleted_at: null }).forUpdate();
    const user = await users.first<{ id: string; unsubscribed_at: Date | null } | undefined>('id', 'unsubscribed_at');
    if (!user) return false;
    if (user.unsubscribed_at) return true;
    await trx('users').where({ id: user.id }).update({ subscribed_at: null, unsubscribed_at: trx.fn.now() });
    await audit(trx, { action: 'unsubscribed', userId: user.id, ip, requestId });
    return true;
  });
}

/**
 * Some mail programs open the address of `List-Unsubscribe` in a browser instead of POSTing to it: its GET leads to the
 * page, where the person decides. It changes nothing. Goes below `/api`, before the calls. `publicUrl` is null where the
 * site has the API's own address.
 */
export function createUnsubscribeRedirect(publicUrl: string | null): Router {
  const router = createRouter();
  // All methods, so that Express doesn't answer OPTIONS here: that names the methods of the call.
  router.all(unsubscribe.path.replace(/\{(\w+)\}\/$/, ':$1'), ({ method }, response, next) => {
    if (method !== 'GET' && method !== 'HEAD') return next();
    response.redirect(303, `${publicUrl ?? ''}/cabinet/email-unsubscribe`);
  });
  return router;
}
