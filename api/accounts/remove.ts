import type { Knex } from 'knex';
import type { remove } from '../../schemas/api/auth.ts';
import type { User } from '../../schemas/api/values.ts';
import { type EmailCause, isEmailToAccount } from '../emails/requests.ts';
import { eraseLeadsOfUser } from '../leads/leads.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { hashNetwork } from '../platform/network.ts';
import { removeVisitsOf } from '../visits/visits.ts';
import { audit } from '../platform/audit.ts';
import { checkPassword } from './check-password.ts';
import { readOpenUndos } from './email-changes.ts';
import type { AccountServices } from './services.ts';

/**
 * Removes the account of the caller, who gives its password. An open payment page is closed before, what is personal is
 * erased, and what runs in Stripe is ended soon after, however long Stripe is away; the row stays, without a name, for
 * what the law has us keep of payments.
 */
export function createRemoval(services: AccountServices): Handler<typeof remove> {
  const { closePages, wakeWorker } = services;
  return async ({ user: { user }, body, ip, requestId }) => {
    const check = { password: body.password, field: 'password', failure: 'removal_failed' } as const;
    const account = await checkPassword(services, { ...check, userId: user.id, ip, requestId });
    await closePages(user.id);
    const { authGeneration } = account;
    const cause = { network: hashNetwork(ip) };
    if (!(await removeAccount(services, { user, authGeneration, cause, requestId })))
      throw new ApiError('not_signed_in');
    wakeWorker();
  };
}

interface Removal {
  readonly user: User;
  /** As it was when the removal was allowed. */
  readonly authGeneration: number;
  /** Where anybody can cause the email that confirms it. */
  readonly cause?: EmailCause;
  readonly requestId: string;
}

/** Resolves to whether the account was still there as it was: then it is removed, else nothing has changed. */
export async function removeAccount(
  services: Pick<AccountServices, 'database' | 'keys' | 'closeCustomer' | 'enqueueEmail'>,
  { user, authGeneration, cause, requestId }: Removal,
): Promise<boolean> {
  const { database, keys, closeCustomer, enqueueEmail } = services;
  return database.knex.transaction(async (trx) => {
    if (!(await eraseUser(trx, user, authGeneration))) return false;
    // A thief may be the one who removes it.
    const openUndos = await readOpenUndos(trx, user.id);
    await eraseLeadsOfUser(trx, keys, user);
    await eraseTraces(trx, user);
    await closeCustomer(trx, user.id);
    await audit(trx, { action: 'account_removed', userId: user.id, ip: null, requestId });
    const { email, firstName, language } = user;
    for (const to of new Set([email, ...openUndos.map((undo) => undo.old_email)]))
      await enqueueEmail(trx, { template: 'account_removed', to, firstName, language, ...(cause && { cause }) });
    return true;
  });
}

/** Resolves to whether the account was still there, with the password that was checked and the email that is erased. */
async function eraseUser(trx: Knex, { id, email }: User, authGeneration: number): Promise<boolean> {
  const erased = await trx('users')
    .where({ id, email, auth_generation: authGeneration, deleted_at: null })
    .update({
      email: null,
      password_hash: null,
      first_name: '',
      language: trx.raw('DEFAULT'),
      promo: '{}',
      email_verified_at: null,
      subscribed_at: null,
      unsubscribed_at: null,
      // Emails that were sent have the one before.
      unsubscribe_id: trx.raw('DEFAULT'),
      role: trx.raw('DEFAULT'),
      auth_generation: authGeneration + 1,
      deleted_at: trx.fn.now(),
    });
  return erased > 0;
}

async function eraseTraces(trx: Knex, { id, email }: User): Promise<void> {
  const tables = [
    'content_progress',
    'content_plays',
    'content_favourites',
    'sessions',
    'one_time_tokens',
    'email_changes',
    'sent_emails',
  ];
  for (const table of tables) await trx(table).where({ user_id: id }).delete();
  await trx('payments').where({ user_id: id }).update({ tracking: null, utm_source: null });
  await removeVisitsOf(trx, id);
  await trx('audit_log').where({ user_id: id }).update({ ip: null });
  // Emails that wait for an account which is gone; some have the address in them.
  await trx.raw(`DELETE FROM jobs WHERE ${isEmailToAccount}`, { id, email });
}
