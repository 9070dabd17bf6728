import type { Knex } from 'knex';
import type { changeEmail } from '../../schemas/api/auth.ts';
import { normaliseEmail } from '../emails/address.ts';
import { audit } from '../platform/audit.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Keys } from '../platform/keys.ts';
import { hashNetwork } from '../platform/network.ts';
import { checkPassword } from './check-password.ts';
import { endLoginsOf, type Origin } from './logins.ts';
import { findOneTimeToken, spendTokens } from './one-time-tokens.ts';
import type { AccountServices } from './services.ts';
import { isReserved, lockAccount, markVerified } from './users.ts';

/**
 * Has a link sent to the address that the account is to get. Whether that has an account, only the worker looks: the same
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
    await rateLimits.consume('verifySendByUser', user.id);
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

interface FollowedLink extends Origin {
  /** A UUID. */
  readonly userId: string;
  readonly token: string;
}

interface ChangeRow {
  readonly id: string;
  readonly login_id: string;
  readonly auth_generation: number;
  readonly new_email: string;
  readonly created_at: Date;
  readonly confirmed_at: Date | null;
  readonly old_email: string | null;
  readonly undone_at: Date | null;
  readonly can_undo: boolean;
  readonly is_newest: boolean;
}

/**
 * Gives the account the address that the link was sent to; a second time, it is harmless. Only the log-in that asked for
 * it goes on. Throws `link_invalid`, and `link_over` also where somebody has the address by now.
 */
export async function confirmEmail(services: AccountServices, trx: Knex, link: FollowedLink): Promise<void> {
  const { userId, ip, requestId } = link;
  const { user, change, isExpired } = await readLink(trx, services.keys, link, 'confirm_email');
  if (change.confirmed_at && !change.undone_at) return;
  const isGood = change.is_newest && !change.undone_at && change.auth_generation === user.auth_generation;
  if (!isGood || isExpired) throw new ApiError('link_over');
  await setEmail(trx, userId, change.new_email);
  const undoUntil = user.email_verified_at && trx.raw(`now() + interval '7 days'`);
  const changed = { confirmed_at: trx.fn.now(), old_email: user.email, undo_until: undoUntil };
  await trx('email_changes').where({ id: change.id }).update(changed);
  // Links to the old address.
  for (const purpose of ['verify_email', 'reset_password'] as const)
    await spendTokens(trx, services.keys, { ...link, purpose });
  await endLoginsOf(trx, userId, { except: change.login_id });
  await services.enqueueEmail(trx, { template: 'email_changed', userId, changeId: change.id });
  await services.updateCustomer(trx, userId);
  await audit(trx, { action: 'email_changed', userId, ip, requestId });
  await markVerified(services, trx, { userId, ip, requestId });
}

/**
 * Puts the old address back, which later changes don't survive. Throws `link_invalid`, and `link_over` where that was
 * done or is too late.
 */
export async function undoEmail(services: AccountServices, trx: Knex, link: FollowedLink): Promise<string> {
  const { userId, ip, requestId } = link;
  const { change } = await readLink(trx, services.keys, link, 'undo_email');
  if (!change.can_undo || change.old_email === null) throw new ApiError('link_over');
  await setEmail(trx, userId, change.old_email);
  const since = trx('email_changes').where({ user_id: userId, undone_at: null });
  await since.where('created_at', '>=', change.created_at).update({ undone_at: trx.fn.now() });
  await services.updateCustomer(trx, userId);
  await audit(trx, { action: 'email_change_undone', userId, ip, requestId });
  return change.old_email;
}

/** The address that the account has back once the link is followed; null where it is no such link. */
export async function emailBehind(knex: Knex, keys: Keys, { userId, token }: Pick<FollowedLink, 'userId' | 'token'>) {
  const found = await findOneTimeToken(knex, keys, { userId, token, purpose: 'undo_email' });
  if (!found) return null;
  const change = await findChange(knex, found.emailChangeId);
  if (!change?.can_undo) throw new ApiError('link_over');
  return change.old_email;
}

async function readLink(
  trx: Knex,
  keys: Keys,
  { userId, token }: FollowedLink,
  purpose: 'confirm_email' | 'undo_email',
) {
  const users = trx('users').where({ id: userId, deleted_at: null }).forUpdate();
  const user = await users.first<UserRow | undefined>('email', 'email_verified_at', 'auth_generation');
  const found = await findOneTimeToken(trx, keys, { userId, token, purpose });
  const change = found && (await findChange(trx, found.emailChangeId));
  if (!user || !change) throw new ApiError('link_invalid');
  return { user, change, isExpired: found.isExpired };
}

interface UserRow {
  readonly email: string;
  readonly email_verified_at: Date | null;
  readonly auth_generation: number;
}

async function findChange(knex: Knex, id: string | null): Promise<ChangeRow | undefined> {
  const { rows } = await knex.raw<{ rows: ChangeRow[] }>(changeText, [id]);
  return rows[0];
}

const changeText = `
  SELECT c.*, coalesce(c.undo_until > now() AND c.undone_at IS NULL, false) AS can_undo,
    NOT EXISTS (SELECT FROM email_changes n WHERE n.user_id = c.user_id AND n.created_at > c.created_at) AS is_newest
  FROM email_changes c WHERE c.id = ?`;

async function setEmail(trx: Knex, userId: string, email: string): Promise<void> {
  try {
    await trx('users').where({ id: userId }).update({ email });
  } catch (error) {
    if ((error as { code?: unknown }).code === uniqueViolation) throw new ApiError('link_over');
    throw error;
  }
  if (await isReserved(trx, { email, userId })) throw new ApiError('link_over');
}

const uniqueViolation = '23505';
