import type { changePassword } from '../../schemas/api/auth.ts';
import { audit } from '../platform/audit.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import { checkPassword } from './check-password.ts';
import { enqueueSecurityEmail } from './email-changes.ts';
import { endLoginsOf } from './logins.ts';
import { refuseGuessable } from './passwords.ts';
import type { AccountServices } from './services.ts';

/**
 * Sets a new password for the current one. The log-in that asks goes on, all others end, and so do links for another
 * password. Of two at once, one counts.
 */
export function createChangePassword(services: AccountServices): Handler<typeof changePassword> {
  const { database, enqueueEmail, passwords, wakeWorker } = services;
  return async ({ user: { user, loginId }, body, ip, requestId }) => {
    const userId = user.id;
    const check = { field: 'currentPassword', failure: 'password_change_failed' } as const;
    const account = await checkPassword(services, { ...check, userId, password: body.currentPassword, ip, requestId });
    await refuseGuessable(body.password, user.email);
    const password_hash = await passwords.hash(body.password);
    await database.knex.transaction(async (trx) => {
      const { authGeneration } = account;
      const generation = { auth_generation: authGeneration + 1 };
      const unchanged = trx('users').where({ id: userId, auth_generation: authGeneration, deleted_at: null });
      if ((await unchanged.update({ password_hash, ...generation })) === 0) throw new ApiError('not_signed_in');
      await endLoginsOf(trx, userId, { except: loginId });
      await trx('sessions').where({ id: loginId, user_id: userId, ended_at: null }).update(generation);
      const links = trx('one_time_tokens').where({ user_id: userId, purpose: 'reset_password', used_at: null });
      await links.update({ used_at: trx.fn.now() });
      await enqueueEmail(trx, { template: 'password_changed', userId });
      await enqueueSecurityEmail(services, trx, { template: 'password_changed', userId });
      await audit(trx, { action: 'password_changed', userId, ip, requestId });
    });
    wakeWorker();
  };
}
