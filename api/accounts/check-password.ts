import { auditAttempt } from '../platform/audit.ts';
import { ApiError } from '../platform/http/problem.ts';
import { countTry } from '../platform/http/rate-limits.ts';
import type { Origin } from './logins.ts';
import type { AccountServices } from './services.ts';
import { type Credentials, findCredentialsOfUser } from './users.ts';
import { accountLimits } from './limits.ts';

interface PasswordCheck extends Origin {
  readonly userId: string;
  readonly password: string;
  /** Of the body: what is wrong with the password is said of this field. */
  readonly field: 'password' | 'currentPassword';
  /** What the audit log says of a wrong one. */
  readonly failure: 'removal_failed' | 'email_change_failed' | 'password_change_failed';
}

/**
 * What the account has as its credentials, if this is its password. Throws `invalid_fields` for another one, and
 * `too_many_requests` after so many guesses: a person who finds a browser logged in need not be the owner.
 */
export async function checkPassword(services: AccountServices, check: PasswordCheck): Promise<Credentials> {
  const { database, passwords, rateLimits } = services;
  const { userId, password, field, failure, ip, requestId } = check;
  const matching = await countTry(rateLimits, [{ limit: accountLimits.passwordByUser, key: userId }], async () => {
    const account = await findCredentialsOfUser(database, userId);
    if (!account) throw new ApiError('not_signed_in');
    return (await passwords.verify(account.passwordHash, password)) ? account : null;
  });
  if (matching) return matching;
  await auditAttempt(database.knex, { action: failure, userId, ip, requestId });
  throw new ApiError('invalid_fields', { errors: [{ field, code: 'wrong_password' }] });
}
