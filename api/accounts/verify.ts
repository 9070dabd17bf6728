import type { sendVerification, verifyEmail } from '../../schemas/api/auth.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Handler } from '../platform/http/handler.ts';
import { hashNetwork } from '../platform/http/network-of.ts';
import type { AccountServices } from './dependencies.ts';
import { markVerified } from './mark-verified.ts';
import { findOneTimeToken, spendTokens } from './one-time-tokens.ts';
import { isUuid } from './uuid.ts';

/** Sends the link again, unless the address is verified. */
export function createSendVerification(services: AccountServices): Handler<typeof sendVerification> {
  const { database, enqueueMail, rateLimits, wakeWorker } = services;
  return async ({ user: { user }, ip }) => {
    if (user.emailVerified) return;
    await rateLimits.consume('verifySendByUser', user.id);
    const cause = { network: hashNetwork(ip), asksForLink: true };
    await enqueueMail(database.knex, { template: 'verify_email', userId: user.id, cause });
    wakeWorker();
  };
}

/** Verifies the address. The link goes on to be harmless: people click twice, and so do mail programs. */
export function createVerifyEmail(services: AccountServices): Handler<typeof verifyEmail> {
  const { database, rateLimits, wakeWorker } = services;
  return async ({ params, ip, requestId }) => {
    await rateLimits.consume('linksByIp', ip);
    const given = { ...params, purpose: 'verify_email' } as const;
    if (!isUuid(given.userId)) throw new ApiError('link_invalid');
    const isFirst = await database.knex.transaction(async (trx) => {
      const token = await findOneTimeToken(trx, given);
      if (!token) throw new ApiError('link_invalid');
      if (token.isUsed) return false;
      if (token.isExpired) throw new ApiError('link_expired');
      const isFirst = await markVerified(services, trx, { userId: given.userId, ip, requestId });
      await spendTokens(trx, given);
      return isFirst;
    });
    if (isFirst) wakeWorker();
  };
}
