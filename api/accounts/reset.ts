import type { Knex } from 'knex';
import type { finishReset, startReset } from '../../schemas/api/auth.ts';
import { ApiError } from '../http/api-error.ts';
import type { Handler } from '../http/handler.ts';
import { audit } from './audit.ts';
import type { AccountServices } from './dependencies.ts';
import { normaliseEmail } from './email-address.ts';
import { findOneTimeToken, useUpTokens, type GivenToken } from './one-time-tokens.ts';
import { endSessionsOf } from './sessions.ts';
import { isUuid } from './uuid.ts';

/** Has a link sent. Whether there is such an account, only the worker looks: the same work here in any case. */
export function createStartReset(services: AccountServices): Handler<typeof startReset> {
  const { database, enqueueMail, rateLimits, wakeWorker } = services;
  return async ({ body, ip }) => {
    const email = normaliseEmail(body.email);
    await rateLimits.consume('resetByIp', ip);
    await rateLimits.consume('resetByEmail', email);
    await enqueueMail(database.knex, { template: 'reset_password', email });
    wakeWorker();
  };
}

/** Sets the new password and ends every session. Of two links, or two uses of one, only the first counts. */
export function createFinishReset(services: AccountServices): Handler<typeof finishReset> {
  const { database, enqueueMail, passwords, rateLimits, wakeWorker } = services;
  return async ({ params, body, ip, requestId }) => {
    await rateLimits.consume('linksByIp', ip);
    const given = { ...params, purpose: 'reset_password' } as const;
    const { userId } = given;
    await refuseBadToken(database.knex, given);
    // Only now, so that guessing costs us little; and before the transaction, which holds locks.
    const passwordHash = await passwords.hash(body.password);
    await database.knex.transaction(async (trx) => {
      if (!(await lockUser(trx, userId))) throw new ApiError('link_invalid');
      if (!(await useUpTokens(trx, given))) throw new ApiError('link_expired');
      await setPassword(trx, userId, passwordHash);
      await endSessionsOf(trx, userId);
      await enqueueMail(trx, { template: 'password_changed', userId });
      await audit(trx, { action: 'password_reset', userId, ip, requestId });
    });
    wakeWorker();
  };
}

async function refuseBadToken(knex: Knex, given: GivenToken): Promise<void> {
  const token = isUuid(given.userId) ? await findOneTimeToken(knex, given) : null;
  if (!token) throw new ApiError('link_invalid');
  if (token.isUsed || token.isExpired) throw new ApiError('link_expired');
}

async function lockUser(trx: Knex, userId: string): Promise<boolean> {
  const rows = await trx('users').where({ id: userId, deleted_at: null }).forUpdate().select('id');
  return rows.length > 0;
}

/** Whoever had the link reads the address's mail: it is verified too. */
async function setPassword(trx: Knex, userId: string, passwordHash: string): Promise<void> {
  await trx('users')
    .where({ id: userId })
    .update({
      password_hash: passwordHash,
      auth_generation: trx.raw('auth_generation + 1'),
      email_verified_at: trx.raw('coalesce(email_verified_at, now())'),
    });
}
