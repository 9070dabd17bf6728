import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { audit } from '../platform/audit.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Keys } from '../platform/keys.ts';
import { enqueueSecurityEmail, findChange, lockEmailChange, setEmail, type FollowedLink } from './email-changes.ts';
import { endLoginsOf } from './logins.ts';
import { findOneTimeToken } from './one-time-tokens.ts';
import type { AccountServices } from './services.ts';

type UndoServices = Pick<AccountServices, 'enqueueEmail' | 'keys' | 'updateCustomer'>;

/**
 * Puts the old address back, which later changes don't survive; all addresses that the account had and has get an email.
 * Throws `link_invalid`, and `link_over` where that was done or is too late.
 */
export async function undoEmail(services: UndoServices, trx: Knex, link: FollowedLink): Promise<string> {
  const { userId, ip, requestId } = link;
  const { change } = await lockEmailChange(trx, services.keys, link, 'undo_email');
  if (!change.can_undo || change.old_email === null) throw new ApiError('link_over');
  await setEmail(trx, userId, change.old_email);
  const since = trx('email_changes').where({ user_id: userId, undone_at: null });
  const undone = await since
    .where('created_at', '>=', change.created_at)
    .update({ undone_at: trx.fn.now() })
    .returning<UndoneRow[]>(['id', 'new_email', 'confirmed_at']);
  await services.updateCustomer(trx, userId);
  await audit(trx, { action: 'email_change_undone', userId, ip, requestId });
  const email = { template: 'email_change_undone', userId } as const;
  await services.enqueueEmail(trx, email);
  await enqueueSecurityEmail(services, trx, email);
  const lost = new Map(undone.filter((row) => row.confirmed_at !== null).map((row) => [row.new_email, row.id]));
  lost.delete(change.old_email);
  for (const changeId of lost.values()) await services.enqueueEmail(trx, { ...email, changeId });
  return change.old_email;
}

interface UndoneRow {
  readonly id: string;
  readonly new_email: string;
  readonly confirmed_at: Date | null;
}

/** The address that the account has back once the link is followed; null where it is no such link. */
export async function emailBehind(
  knex: Knex,
  keys: Keys,
  { userId, token }: Pick<FollowedLink, 'userId' | 'token'>,
): Promise<string | null> {
  const found = await findOneTimeToken(knex, keys, { userId, token, purpose: 'undo_email' });
  if (!found) return null;
  const change = await findChange(knex, found.emailChangeId);
  if (!change?.can_undo) throw new ApiError('link_over');
  return change.old_email;
}

/** What became of an undo: `closed`: it can't be made any more. `reverted`: it was made, and is taken back. */
type CancelledUndo = 'closed' | 'reverted' | 'none';

/**
 * Stops all undos to an earlier address of the account. Where no undo was possible, and its newest change was undone,
 * that change counts again: no log-in goes on, nobody knows the password, and its address gets a link for a new one.
 * Throws `link_over` where somebody else has that address by now.
 */
export async function cancelUndo(
  services: Omit<UndoServices, 'keys'> & Pick<AccountServices, 'database' | 'passwords'>,
  userId: string,
): Promise<CancelledUndo> {
  const { database, passwords, enqueueEmail, updateCustomer } = services;
  const password_hash = await passwords.hash(randomBytes(32).toString('base64url'));
  return database.knex.transaction(async (trx) => {
    await trx('users').where({ id: userId }).forUpdate().first('id');
    const changes = () => trx('email_changes').where({ user_id: userId });
    const open = changes().where({ undone_at: null }).where('undo_until', '>', trx.fn.now());
    if ((await open.update({ undo_until: trx.fn.now() })) > 0) return 'closed';
    const confirmed = changes().whereNotNull('confirmed_at').orderBy('created_at', 'desc');
    const newest = await confirmed.first<(UndoneRow & { readonly undone_at: Date | null }) | undefined>('*');
    if (!newest?.undone_at) return 'none';
    const { id, new_email: email } = newest;
    await setEmail(trx, userId, email);
    await changes().where({ id }).update({ undone_at: null, undo_until: trx.fn.now() });
    await trx('users')
      .where({ id: userId })
      .update({ password_hash, auth_generation: trx.raw('auth_generation + 1') });
    await endLoginsOf(trx, userId);
    const links = trx('one_time_tokens').where({ user_id: userId, used_at: null, purpose: 'reset_password' });
    await links.update({ used_at: trx.fn.now() });
    await enqueueEmail(trx, { template: 'reset_password', email });
    await updateCustomer(trx, userId);
    return 'reverted';
  });
}
