import type { login } from '../../schemas/api/auth.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Handler } from '../platform/http/handler.ts';
import { hashNetwork } from '../platform/http/network-of.ts';
import { audit, auditAttempt } from './audit.ts';
import { countTry, type CountedBy } from './count-try.ts';
import type { AccountServices } from './dependencies.ts';
import { normaliseEmail } from './email-address.ts';
import { isKnownNetwork } from './known-network.ts';
import type { Origin, Tokens } from './sessions.ts';
import { findCredentials, holdAccount, type Credentials } from './users.ts';

/** Starts a session. An unknown address, a removed account and a wrong password are one case, in answer and in work. */
export function createLogin(services: AccountServices): Handler<typeof login> {
  const { database, rateLimits } = services;
  return async ({ body, ip, requestId }) => {
    const email = normaliseEmail(body.email);
    // The one without the e-mail first: a caller it stops can't fill the table with counts of made-up ones.
    const limits: readonly CountedBy[] = [
      { name: 'loginByIp', key: ip },
      { name: 'loginByAddressAndIp', key: [email, ip] },
      // Strangers can use this one up, so it must not keep the member out.
      { name: 'loginByEmail', key: email, unless: () => isKnownNetwork(database, { email, network: hashNetwork(ip) }) },
    ];
    return countTry(rateLimits, limits, () => logIn(services, { ...body, email }, { ip, requestId }));
  };
}

async function logIn(services: AccountServices, { email, password }: BodyOf<typeof login>, origin: Origin) {
  const { database, passwords, rateLimits } = services;
  const account = await findCredentials(database, email);
  const matches = await passwords.verify(account?.passwordHash ?? null, password);
  if (!account || !matches) {
    await auditAttempt(database.knex, { action: 'login_failed', userId: account?.userId ?? null, ...origin });
    throw new ApiError('wrong_credentials');
  }
  await rateLimits.reset('loginByAddressAndIp', [email, origin.ip]);
  await renewHash(services, account, password);
  return startSession(services, account, origin);
}

/** Refuses an account that was removed, or got a new password, while the old one was looked at. */
async function startSession(
  { database, sessions }: AccountServices,
  account: Credentials,
  origin: Origin,
): Promise<Tokens> {
  return database.knex.transaction(async (trx) => {
    if (!(await holdAccount(trx, account))) throw new ApiError('wrong_credentials');
    await audit(trx, { action: 'login', userId: account.userId, ...origin });
    return sessions.start(trx, account);
  });
}

/** The password is only known now: a hash of weaker parameters is replaced, unless it was changed meanwhile. */
async function renewHash({ database, passwords }: AccountServices, account: Credentials, password: string) {
  const { userId, passwordHash } = account;
  if (!passwords.needsRehash(passwordHash)) return;
  const renewed = await passwords.hash(password).catch(nullIfBusy);
  if (renewed === null) return;
  await database.knex('users').where({ id: userId, password_hash: passwordHash }).update({ password_hash: renewed });
}

/** Another login will renew it; this one need not fail. */
function nullIfBusy(error: unknown): null {
  if (error instanceof ApiError && error.code === 'busy') return null;
  throw error;
}
