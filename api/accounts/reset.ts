import type { Knex } from 'knex';
import type { finishReset, startReset } from '../../schemas/api/auth.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import type { Keys } from '../platform/keys.ts';
import { hashNetwork } from '../platform/network.ts';
import { audit } from '../platform/audit.ts';
import { refuseGuessable } from './passwords.ts';
import { countTry } from '../platform/http/rate-limits.ts';
import { enqueueSecurityEmail } from './email-changes.ts';
import { emailBehind, undoEmail } from './undo-email.ts';
import type { AccountServices } from './services.ts';
import { mailboxOf, normaliseEmail } from '../emails/address.ts';
import { markVerified } from './users.ts';
import { findOneTimeToken, spendTokens, type ReceivedToken } from './one-time-tokens.ts';
import { endLoginsOf, type Origin } from './logins.ts';
import { isUuid } from '../platform/uuid.ts';
import { accountLimits } from './limits.ts';
import { emailLimits } from '../emails/limits.ts';

/**
 * Enqueues an email with a link. Whether there is such an account, only the worker looks: the same work here in any
 * case.
 */
export function createStartReset(services: AccountServices): Handler<typeof startReset> {
  const { database, enqueueEmail, rateLimits, wakeWorker } = services;
  return async ({ body, ip }) => {
    const email = normaliseEmail(body.email);
    await rateLimits.consume(accountLimits.resetByIp, ip);
    await rateLimits.consume(accountLimits.resetByMailboxAndIp, [mailboxOf(email), ip]);
    const cause = { network: hashNetwork(ip), asksForLink: true };
    await enqueueEmail(database.knex, { template: 'reset_password', email, cause });
    wakeWorker();
  };
}

/**
 * Sets the new password and ends every session; the link that undoes a change of email also puts the old address back.
 * Of two links, or two uses of one, only the first counts.
 */
export function createFinishReset(services: AccountServices): Handler<typeof finishReset> {
  const { database, keys, passwords, rateLimits, wakeWorker } = services;
  return async ({ params, body, ip, requestId }) => {
    const passwordHash = await countTry(rateLimits, [{ limit: emailLimits.linksByIp, key: ip }], async () => {
      const email = await requireGoodLink(database.knex, keys, params);
      await refuseGuessable(body.password, email);
      // Only now, so that guessing costs us little; and before the transaction, which holds locks.
      return passwords.hash(body.password);
    });
    const email = await database.knex.transaction((trx) =>
      replacePassword(services, trx, { ...params, passwordHash, ip, requestId }),
    );
    wakeWorker();
    await resetGuesses(services, email, ip);
  };
}

type Link = Pick<ReceivedToken, 'userId' | 'token'>;

/** Resolves to the address that the account has once the link has done its work. */
async function requireGoodLink(knex: Knex, keys: Keys, link: Link): Promise<string> {
  if (!isUuid(link.userId)) throw new ApiError('link_invalid');
  const token = await findOneTimeToken(knex, keys, { ...link, purpose: 'reset_password' });
  if (token?.isUsed || token?.isExpired) throw new ApiError('link_expired');
  const email = token?.email ?? (await emailBehind(knex, keys, link));
  if (email === null) throw new ApiError('link_invalid');
  return email;
}

interface Replacement extends Origin, Link {
  readonly passwordHash: string;
}

/** Resolves to the account's address. A user with the link reads its emails: it is verified too. */
async function replacePassword(
  services: AccountServices,
  trx: Knex,
  { userId, token, passwordHash, ip, requestId }: Replacement,
): Promise<string> {
  const locked = await lockUser(trx, userId);
  if (locked === null) throw new ApiError('link_invalid');
  const received = { userId, token, purpose: 'reset_password' } as const;
  const isReset = (await findOneTimeToken(trx, services.keys, received)) !== null;
  const email = isReset ? locked : await undoEmail(services, trx, { userId, token, ip, requestId });
  const isSpent = await spendTokens(trx, services.keys, received);
  if (isReset && !isSpent) throw new ApiError('link_expired');
  const changes = { password_hash: passwordHash, auth_generation: trx.raw('auth_generation + 1') };
  await trx('users').where({ id: userId }).update(changes);
  await endLoginsOf(trx, userId);
  if (isReset) {
    await services.enqueueEmail(trx, { template: 'password_changed', userId });
    await enqueueSecurityEmail(services, trx, { template: 'password_changed', userId });
  }
  await audit(trx, { action: 'password_reset', userId, ip, requestId });
  await markVerified(services, trx, { userId, ip, requestId });
  return email;
}

async function lockUser(trx: Knex, userId: string): Promise<string | null> {
  const users = trx('users').where({ id: userId, deleted_at: null }).forUpdate();
  const user = await users.first<{ email: string } | undefined>('email');
  return user?.email ?? null;
}

/** Guesses at the old password must not keep the owner of the new one out. */
async function resetGuesses({ rateLimits }: AccountServices, email: string, ip: string): Promise<void> {
  // The password is set: no outage now may answer that it isn't.
  await Promise.allSettled([
    rateLimits.reset(accountLimits.loginByEmail, email),
    rateLimits.reset(accountLimits.loginByAddressAndIp, [email, ip]),
  ]);
}
