import { audit, auditAttempt } from '../platform/audit.ts';
import type { AccountServices } from './services.ts';
import { normaliseEmail } from '../emails/address.ts';
import type { Origin, LoginTokens } from './logins.ts';
import { type Credentials, findCredentials, lockAccount } from './users.ts';
import type { Database } from '../platform/db/database.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { ApiError } from '../platform/http/problem.ts';
import { type CountedBy, countTry } from '../platform/http/rate-limits.ts';
import { hashNetwork } from '../platform/network.ts';
import type { login, logout, refreshToken } from '../../schemas/api/auth.ts';
import type { BodyOf } from '../../schemas/api/call.ts';
import { accountLimits } from './limits.ts';

/** Starts a session. An unknown address, a removed account and a wrong password are one case, in answer and in work. */
export function createLogin(services: AccountServices): Handler<typeof login> {
  const { database, passwords, rateLimits } = services;
  return async ({ body, ip, userAgent, requestId }) => {
    const email = normaliseEmail(body.email);
    // The one without the email first: a caller it stops can't fill the table with counts of made-up ones.
    const limits: readonly CountedBy[] = [
      { limit: accountLimits.loginByIp, key: ip },
      { limit: accountLimits.loginByAddressAndIp, key: [email, ip] },
      // Strangers can use this one up, so it must not keep the member out.
      {
        limit: accountLimits.loginByEmail,
        key: email,
        unless: () => isKnownNetwork(database, { email, network: hashNetwork(ip) }),
      },
    ];
    const tryIt = () => logIn(services, { ...body, email }, { ip, userAgent, requestId });
    return passwords.inTurn(() => countTry(rateLimits, limits, tryIt));
  };
}

type LoginOrigin = Origin & { readonly userAgent: string };

async function logIn(services: AccountServices, { email, password }: BodyOf<typeof login>, origin: LoginOrigin) {
  const { database, passwords, rateLimits } = services;
  const account = await findCredentials(database, email);
  const matches = await passwords.verify(account?.passwordHash ?? null, password);
  if (!account || !matches) {
    const { ip, requestId } = origin;
    await auditAttempt(database.knex, { action: 'login_failed', userId: account?.userId ?? null, ip, requestId });
    throw new ApiError('wrong_credentials');
  }
  await rateLimits.reset(accountLimits.loginByAddressAndIp, [email, origin.ip]);
  await renewHash(services, account, password);
  return startLogin(services, account, origin);
}

/** Refuses an account that was removed, or got a new password or email, while the old one was looked at. */
async function startLogin(
  { database, logins }: AccountServices,
  account: Credentials,
  { ip, userAgent, requestId }: LoginOrigin,
): Promise<LoginTokens> {
  return database.knex.transaction(async (trx) => {
    if (!(await lockAccount(trx, account))) throw new ApiError('wrong_credentials');
    await audit(trx, { action: 'login', userId: account.userId, ip, requestId });
    return logins.start(trx, { ...account, userAgent });
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

/** Exchanges a refresh token, under the names that the specification gives the new ones (section 3). */
export function createTokenExchange({ logins }: AccountServices): Handler<typeof refreshToken> {
  return async ({ body, ip, requestId }) => {
    const tokens = await logins.rotate(body.refreshToken, { ip, requestId });
    return { newAccessToken: tokens.accessToken, newRefreshToken: tokens.refreshToken };
  };
}

/** Ends the session of either token. What is no token of ours ends nothing and is answered the same. */
export function createLogout({ logins }: AccountServices): Handler<typeof logout> {
  return async ({ body, ip, requestId }) => {
    await logins.end(body, { ip, requestId });
  };
}

interface Caller {
  /** Normalised. */
  readonly email: string;
  /** As `hashNetwork` gives it. */
  readonly network: string;
}

/**
 * Whether this account was entered from the caller's network in the last 30 days, by password or by a link. For an
 * unknown address it is the same query with the same answer as for an account that was not entered from there.
 */
export async function isKnownNetwork(database: Database, { email, network }: Caller): Promise<boolean> {
  const rows = await database.query<{ ip: string }>({ name: 'known-networks', text, values: [email] });
  return rows.some((row) => hashNetwork(row.ip) === network);
}

// The index audit_log_of_entries serves it, so that thousands of failed log-ins don't make it slower.
const text = `
  SELECT a.ip FROM users u JOIN audit_log a ON a.user_id = u.id
  WHERE u.email = $1 AND a.action IN ('login', 'password_reset', 'signup') AND a.at > now() - interval '30 days'
    AND a.ip IS NOT NULL
  ORDER BY a.at DESC LIMIT 100`;
