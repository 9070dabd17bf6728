import type { Knex } from 'knex';
import type { sendVerification, verifyEmail } from '../../schemas/api/auth.ts';
import { ApiError } from '../http/api-error.ts';
import type { Handler } from '../http/handler.ts';
import { audit } from './audit.ts';
import type { AccountServices } from './dependencies.ts';
import { findOneTimeToken, useUpTokens } from './one-time-tokens.ts';
import { isUuid } from './uuid.ts';

/** Sends the link again, unless the address is verified. */
export function createSendVerification(services: AccountServices): Handler<typeof sendVerification> {
  const { database, enqueueMail, rateLimits, wakeWorker } = services;
  return async ({ user: { user } }) => {
    if (user.emailVerified) return;
    await rateLimits.consume('verifySendByUser', user.id);
    await enqueueMail(database.knex, { template: 'verify_email', userId: user.id });
    wakeWorker();
  };
}

/** Verifies the address. The link goes on to be harmless: people click twice, and so do mail programs. */
export function createVerifyEmail(services: AccountServices): Handler<typeof verifyEmail> {
  const { database, enqueueMail, rateLimits, wakeWorker } = services;
  return async ({ params, ip, requestId }) => {
    await rateLimits.consume('linksByIp', ip);
    const given = { ...params, purpose: 'verify_email' } as const;
    if (!isUuid(given.userId)) throw new ApiError('link_invalid');
    const isFirst = await database.knex.transaction(async (trx) => {
      const token = await findOneTimeToken(trx, given);
      if (!token) throw new ApiError('link_invalid');
      if (token.isUsed) return false;
      if (token.isExpired) throw new ApiError('link_expired');
      const isFirst = await markVerified(trx, given.userId);
      await useUpTokens(trx, given);
      if (!isFirst) return false;
      await enqueueMail(trx, { template: 'welcome', userId: given.userId });
      await audit(trx, { action: 'email_verified', userId: given.userId, ip, requestId });
      return true;
    });
    if (isFirst) wakeWorker();
  };
}

/** Resolves to whether it was not verified before. */
async function markVerified(trx: Knex, userId: string): Promise<boolean> {
  const unverified = trx('users').where({ id: userId, email_verified_at: null, deleted_at: null });
  return (await unverified.update({ email_verified_at: trx.fn.now() })) > 0;
}
