import type { login } from '../../schemas/api/auth.ts';
import { ApiError } from '../http/api-error.ts';
import type { Handler } from '../http/handler.ts';
import { audit } from './audit.ts';
import type { AccountServices } from './dependencies.ts';
import { normaliseEmail } from './email-address.ts';
import { findCredentials, type Credentials } from './users.ts';

/** Starts a session. An unknown address, a removed account and a wrong password are one case, in answer and in work. */
export function createLogin(services: AccountServices): Handler<typeof login> {
  const { database, passwords, rateLimits, sessions } = services;
  return async ({ body, ip, requestId }) => {
    const email = normaliseEmail(body.email);
    const addressAndIp = [email, ip];
    // The narrowest first: whoever is stopped by it must not use up what others have left of the wider ones.
    await rateLimits.consume('loginByAddressAndIp', addressAndIp);
    await rateLimits.consume('loginByIp', ip);
    await rateLimits.consume('loginByEmail', email);

    const account = await findCredentials(database, email);
    const matches = await passwords.verify(account?.passwordHash ?? null, body.password);
    if (!account || !matches) {
      await audit(database.knex, { action: 'login_failed', userId: account?.userId ?? null, ip, requestId });
      throw new ApiError('wrong_credentials');
    }
    await rateLimits.reset('loginByAddressAndIp', addressAndIp);
    await renewHash(services, account, body.password);
    return database.knex.transaction(async (trx) => {
      await audit(trx, { action: 'login', userId: account.userId, ip, requestId });
      return sessions.start(trx, account);
    });
  };
}

/** The password is only known now: a hash of weaker parameters is replaced, unless it was changed meanwhile. */
async function renewHash({ database, passwords }: AccountServices, account: Credentials, password: string) {
  const { userId, passwordHash } = account;
  if (!passwords.needsRehash(passwordHash)) return;
  const renewed = await passwords.hash(password);
  await database.knex('users').where({ id: userId, password_hash: passwordHash }).update({ password_hash: renewed });
}
