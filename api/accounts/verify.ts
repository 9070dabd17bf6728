import { confirmEmail } from './change-email.ts';
import type { AccountServices } from './services.ts';
import { findOneTimeToken, spendTokens } from './one-time-tokens.ts';
import { markVerified } from './users.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import { hashNetwork } from '../platform/network.ts';
import type { sendVerification, verifyEmail } from '../../schemas/api/auth.ts';
import { accountLimits } from './limits.ts';
import { emailLimits } from '../emails/limits.ts';

/** Sends the link again, unless the address is verified. */
export function createSendVerification(services: AccountServices): Handler<typeof sendVerification> {
  const { database, enqueueEmail, rateLimits, wakeWorker } = services;
  return async ({ user: { user }, ip }) => {
    if (user.emailVerified) return;
    await rateLimits.consume(accountLimits.verifySendByUser, user.id);
    const cause = { network: hashNetwork(ip), asksForLink: true };
    await enqueueEmail(database.knex, { template: 'verify_email', userId: user.id, cause });
    wakeWorker();
  };
}

/**
 * Verifies the address, that of the account or the one it is to get. The link goes on to be harmless: people click
 * twice, and so do mail programs.
 */
export function createVerifyEmail(services: AccountServices): Handler<typeof verifyEmail> {
  const { database, keys, rateLimits, wakeWorker } = services;
  return async ({ params, user: caller, ip, requestId }) => {
    await rateLimits.consume(emailLimits.linksByIp, ip);
    const received = { ...params, purpose: 'verify_email' } as const;
    if (!isUuid(received.userId)) throw new ApiError('link_invalid');
    const isFirst = await database.knex.transaction(async (trx) => {
      const token = await findOneTimeToken(trx, keys, received);
      if (!token) {
        await confirmEmail(services, trx, { ...received, caller, ip, requestId });
        return true;
      }
      if (token.isUsed) return false;
      if (token.isExpired) throw new ApiError('link_expired');
      const isFirst = await markVerified(services, trx, { userId: received.userId, ip, requestId });
      await spendTokens(trx, keys, received);
      return isFirst;
    });
    if (isFirst) wakeWorker();
  };
}
