import type { Knex } from 'knex';
import type { changeEmail } from '../../schemas/api/auth.ts';
import { normaliseEmail } from '../emails/address.ts';
import { audit } from '../platform/audit.ts';
import type { Handler, SignedIn } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import { hashNetwork } from '../platform/network.ts';
import { checkPassword } from './check-password.ts';
import { endLoginsOf } from './logins.ts';
import { enqueueSecurityEmail, lockEmailChange, setEmail, type FollowedLink } from './email-changes.ts';
import { spendTokens } from './one-time-tokens.ts';
import type { AccountServices } from './services.ts';
import { lockAccount, markVerified } from './users.ts';
import { accountLimits } from './limits.ts';

/**
 * Sends a link to the address that the account is to get. Whether that has an account, only the worker looks: the same
 * answer here in any case. The newest change counts.
 */
export function createChangeEmail(services: AccountServices): Handler<typeof changeEmail> {
  const { database, enqueueEmail, rateLimits, wakeWorker } = services;
  return async ({ user: { user, loginId }, body, ip, requestId }) => {
    const email = normaliseEmail(body.email);
    if (email === user.email)
      throw new ApiError('invalid_fields', { errors: [{ field: 'email', code: 'email_taken' }] });
    const check = { password: body.currentPassword, field: 'currentPassword', failure: 'email_change_failed' } as const;
    const account = await checkPassword(services, { ...check, userId: user.id, ip, requestId });
    await rateLimits.consume(accountLimits.verifySendByUser, user.id);
    await database.knex.transaction(async (trx) => {
      if (!(await lockAccount(trx, account))) throw new ApiError('not_signed_in');
      const row = { user_id: user.id, login_id: loginId, auth_generation: account.authGeneration, new_email: email };
      const [change] = await trx('email_changes').insert(row).returning<{ id: string }[]>('id');
      const cause = { network: hashNetwork(ip) };
      await enqueueEmail(trx, { template: 'confirm_email', userId: user.id, changeId: change!.id, cause });
      await audit(trx, { action: 'email_change_asked', userId: user.id, ip, requestId });
    });
    wakeWorker();
  };
}

interface Confirmation extends FollowedLink {
  /** The log-in that opens the link; undefined in a browser without one. */
  readonly caller: SignedIn | undefined;
}

/**
 * Gives the account the address that the link was sent to; a second time, it is harmless. Only the log-in that opens the
 * link goes on, and it must be one of this account: else the owner of the new mailbox could be led into an account that
 * isn't theirs. Throws `link_invalid`, `not_signed_in`, `other_account`, and `link_over` also where somebody has the
 * address by now.
 */
export async function confirmEmail(services: AccountServices, trx: Knex, link: Confirmation): Promise<void> {
  const { userId, caller, ip, requestId } = link;
  const { user, change, isExpired } = await lockEmailChange(trx, services.keys, link, 'confirm_email');
  if (change.confirmed_at && !change.undone_at) return;
  const isGood = change.is_newest && !change.undone_at && change.auth_generation === user.auth_generation;
  if (!isGood || isExpired) throw new ApiError('link_over');
  if (!caller) throw new ApiError('not_signed_in');
  if (caller.user.id !== userId) throw new ApiError('other_account');
  await setEmail(trx, userId, change.new_email);
  const undoUntil = user.email_verified_at && trx.raw(`now() + interval '7 days'`);
  const changed = { confirmed_at: trx.fn.now(), old_email: user.email, undo_until: undoUntil };
  await trx('email_changes').where({ id: change.id }).update(changed);
  await enqueueSecurityEmail(services, trx, { template: 'email_changed', userId });
  // It can't be put back, as it may be a stranger's.
  if (!user.email_verified_at)
    await services.enqueueEmail(trx, { template: 'email_changed', userId, changeId: change.id });
  // Links to the old address.
  for (const purpose of ['verify_email', 'reset_password'] as const)
    await spendTokens(trx, services.keys, { ...link, purpose });
  await endLoginsOf(trx, userId, { except: caller.loginId });
  await services.updateCustomer(trx, userId);
  await audit(trx, { action: 'email_changed', userId, ip, requestId });
  await markVerified(services, trx, { userId, ip, requestId });
}
