import type { Knex } from 'knex';
import { audit } from './audit.ts';
import type { AccountServices } from './dependencies.ts';
import type { Origin } from './sessions.ts';

/** Verifies the address, with all that follows the first time; resolves to whether it was the first time. */
export async function markVerified(
  { enqueueMail }: Pick<AccountServices, 'enqueueMail'>,
  trx: Knex,
  { userId, ip, requestId }: Origin & { readonly userId: string },
): Promise<boolean> {
  const unverified = trx('users').where({ id: userId, email_verified_at: null, deleted_at: null });
  if ((await unverified.update({ email_verified_at: trx.fn.now() })) === 0) return false;
  await enqueueMail(trx, { template: 'welcome', userId });
  await audit(trx, { action: 'email_verified', userId, ip, requestId });
  return true;
}
