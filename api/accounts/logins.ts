import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { describeDevice } from './device.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Database } from '../platform/db/database.ts';
import type { Keys } from '../platform/keys.ts';
import {
  hashOfSecret,
  issueAccessToken,
  makeRefreshToken,
  openRefreshToken,
  readAccessToken,
  sealRefreshToken,
  successorOf,
  type RefreshToken,
} from './tokens.ts';

export interface LoginTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Where a request came from, for the audit log. */
export interface Origin {
  readonly ip: string;
  readonly requestId: string;
}

interface LoginStart {
  readonly userId: string;
  readonly authGeneration: number;
  /** What the browser says of itself. */
  readonly userAgent: string;
}

/** The sessions of accounts. All times are the database's. */
export interface Logins {
  /** Starts one for this generation of the account's credentials: where that has been raised meanwhile, it is dead. */
  start(trx: Knex, account: LoginStart): Promise<LoginTokens>;
  /**
   * Exchanges a refresh token. Of any number of exchanges of one token the first counts; those within 30 s after it get
   * the same successor. A token that is older still ends the log-in: it must have been copied. Throws `session_ended`.
   */
  rotate(refreshToken: string, origin: Origin): Promise<LoginTokens>;
  /** Ends the sessions of these tokens, also of an access token that has expired. Foreign ones are no error. */
  end(tokens: LoginTokens, origin: Origin): Promise<void>;
}

/** The sessions in this database, with tokens made by these keys. */
export function createLogins({ database, keys }: { database: Database; keys: Keys }): Logins {
  const toTokens = (userId: string, token: RefreshToken): LoginTokens => ({
    accessToken: issueAccessToken(keys.accessToken, { userId, loginId: token.loginId }),
    refreshToken: sealRefreshToken(keys.refreshToken, token),
  });

  return {
    async start(trx, { userId, authGeneration, userAgent }) {
      const token = makeRefreshToken(randomUUID());
      const device = describeDevice(userAgent);
      await trx.raw(insertText, [token.loginId, userId, authGeneration, hashOfSecret(token), device]);
      return toTokens(userId, token);
    },

    async rotate(text, origin) {
      const token = openRefreshToken(keys.refreshToken, text);
      if (!token) throw new ApiError('session_ended');
      const userId = (await exchange(database, token)) ?? (await findExchanged(database, token, origin));
      if (userId === null) throw new ApiError('session_ended');
      return toTokens(userId, successorOf(token));
    },

    async end({ accessToken, refreshToken }, origin) {
      const claims = readAccessToken(keys.accessToken, accessToken, { acceptExpired: true });
      const token = openRefreshToken(keys.refreshToken, refreshToken);
      const loginId = typeof claims === 'object' ? (claims?.loginId ?? null) : null;
      if (loginId === null && token === null) return;
      const byRefreshToken = token ? [token.loginId, hashOfSecret(token)] : [null, null];
      const values = [loginId, ...byRefreshToken, origin.ip, origin.requestId];
      await database.query({ name: 'end-sessions', text: endText, values });
    },
  };
}

/** Ends all sessions of an account, at once; all but one where that is given. */
export async function endLoginsOf(trx: Knex, userId: string, { except }: { except?: string } = {}): Promise<void> {
  const live = trx('sessions').where({ user_id: userId, ended_at: null });
  if (except !== undefined) live.whereNot({ id: except });
  await live.update({ ended_at: trx.fn.now() });
}

const insertText = `
  INSERT INTO sessions (id, user_id, auth_generation, secret_hash, device, expires_at)
  VALUES (?, ?, ?, ?, ?, now() + interval '30 days')`;

/** SQL: when a log-in ends by itself: 30 days after its last refresh, and at most 180 days after its start. */
export const endOfLogin = (alias: string): string =>
  `least(${alias}.expires_at, ${alias}.created_at + interval '180 days')`;

/** Whether session `s` of user `u` lives. The removal of an account and a new password end it without touching it. */
export const isLiveLogin = `
  s.ended_at IS NULL AND ${endOfLogin('s')} > now() AND s.auth_generation = u.auth_generation AND u.deleted_at IS NULL`;

/** The common case in one statement: resolves to the user's id if the token was the one that counts. */
async function exchange(database: Database, token: RefreshToken): Promise<string | null> {
  const values = [token.loginId, token.rotation, hashOfSecret(token)];
  const [row] = await database.query<{ user_id: string }>({ name: 'rotate-session', text: exchangeText, values });
  return row?.user_id ?? null;
}

const exchangeText = `
  UPDATE sessions s SET rotation = s.rotation + 1, rotated_at = now(), expires_at = now() + interval '30 days'
  FROM users u
  WHERE s.id = $1 AND s.rotation = $2 AND s.secret_hash = $3 AND u.id = s.user_id AND ${isLiveLogin}
  RETURNING s.user_id`;

/** Resolves to the user's id if the token was exchanged just now; ends the session of one that is older. */
async function findExchanged(database: Database, token: RefreshToken, origin: Origin): Promise<string | null> {
  const [row] = await database.query<{ user_id: string; is_successor_due: boolean }>({
    name: 'find-exchanged',
    text: findExchangedText,
    values: [token.loginId, token.rotation, hashOfSecret(token)],
  });
  if (!row) return null;
  if (row.is_successor_due) return row.user_id;
  const values = [token.loginId, origin.ip, origin.requestId];
  await database.query({ name: 'end-reused-session', text: endReusedText, values });
  return null;
}

const findExchangedText = `
  SELECT s.user_id,
    s.rotation = $2 + 1
      AND s.rotated_at BETWEEN now() - interval '30 seconds' AND now() + interval '30 seconds' AS is_successor_due
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.rotation > $2 AND s.secret_hash = $3 AND ${isLiveLogin}`;

const endReusedText = `
  WITH ended AS (UPDATE sessions SET ended_at = now() WHERE id = $1 AND ended_at IS NULL RETURNING user_id)
  INSERT INTO audit_log (user_id, action, ip, request_id) SELECT user_id, 'refresh_reuse', $2, $3 FROM ended`;

const endText = `
  WITH ended AS (
    UPDATE sessions SET ended_at = now()
    WHERE ended_at IS NULL AND (id = $1 OR (id = $2 AND secret_hash = $3))
    RETURNING user_id
  )
  INSERT INTO audit_log (user_id, action, ip, request_id) SELECT user_id, 'logout', $4, $5 FROM ended`;
