import { unsubscribe } from '../../schemas/api/emails.ts';
import { audit } from '../accounts/audit.ts';
import { isUuid } from '../accounts/uuid.ts';
import type { Database } from '../db/database.ts';
import { endpoint, type Endpoint, type Handler } from '../http/handler.ts';
import type { RateLimits } from '../http/rate-limits.ts';

export interface EmailEndpointDependencies {
  readonly database: Database;
  readonly rateLimits: RateLimits;
}

/** The e-mail calls of the API (specification, section 7). */
export function createEmailEndpoints(dependencies: EmailEndpointDependencies): readonly Endpoint[] {
  return [endpoint(unsubscribe, createUnsubscribe(dependencies))];
}

function createUnsubscribe({ database, rateLimits }: EmailEndpointDependencies): Handler<typeof unsubscribe> {
  return async ({ params, ip, requestId }) => {
    await rateLimits.consume('linksByIp', ip);
    // Unknown ids get the same answer, so that nobody learns which ones there are.
    if (isUuid(params.id)) await stopMails(database, { id: params.id, ip, requestId });
    return undefined;
  };
}

interface UnsubscribeRequest {
  readonly id: string;
  readonly ip: string;
  readonly requestId: string;
}

/** Once stopped, a second call changes nothing. */
async function stopMails(database: Database, { id, ip, requestId }: UnsubscribeRequest): Promise<void> {
  await database.knex.transaction(async (trx) => {
    const [user] = await trx('users')
      .where({ unsubscribe_id: id, unsubscribed_at: null, deleted_at: null })
      .update({ unsubscribed_at: trx.fn.now() })
      .returning<{ id: string }[]>('id');
    if (user) await audit(trx, { action: 'unsubscribed', userId: user.id, ip, requestId });
  });
}
