import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../platform/db/database.ts';
import type { Keys } from '../platform/keys.ts';
import { type OneTimePurpose, oneTimeHours } from '../emails/requests.ts';

interface TokenRequest {
  readonly purpose: OneTimePurpose;
  readonly userId: string;
  readonly seed: string;
  /** Of `email_changes`, where the token is about one. */
  readonly emailChangeId?: string | null;
}

export interface OneTimeTokens {
  /**
   * The token (256 bits, base64url) for a link in an email. The same seed gives the same token, so that an email which is
   * sent again has the same link; it is good for the hours of its purpose (`oneTimeHours`) from its last making. Null
   * where the account is removed, also if that happens at the same moment: no token is stored for it.
   */
  issue(request: TokenRequest): Promise<string | null>;
}

/** Makes tokens with the first key; the database only gets what they are looked up by. */
export function createOneTimeTokens({ database, keys }: { database: Database; keys: Keys }): OneTimeTokens {
  return {
    async issue({ purpose, userId, seed, emailChangeId = null }) {
      const [key] = keys.oneTimeToken;
      const token = createHmac('sha256', key).update(`${purpose}|${userId}|${seed}`).digest('base64url');
      const values = [lookupOf(key, token), userId, purpose, oneTimeHours[purpose], emailChangeId];
      const [account] = await database.query({ name: 'issue-one-time-token', text: insertText, values });
      return account ? token : null;
    },
  };
}

// A removal waits for this lock and then deletes the token, or this waits for the removal and finds no account.
const insertText = `
  WITH account AS MATERIALIZED (SELECT id FROM users WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE),
    issued AS (
      INSERT INTO one_time_tokens (hash, user_id, purpose, expires_at, email_change_id)
      SELECT $1, id, $3, now() + make_interval(hours => $4), $5 FROM account
      ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at WHERE one_time_tokens.used_at IS NULL)
  SELECT id FROM account`;

/** A link as it came back. */
export interface ReceivedToken {
  readonly purpose: OneTimePurpose;
  /** A UUID. */
  readonly userId: string;
  readonly token: string;
}

export interface FoundToken {
  readonly isExpired: boolean;
  readonly isUsed: boolean;
  /** Of the account. */
  readonly email: string;
  readonly emailChangeId: string | null;
}

/**
 * What is known of a token that was made with one of these keys, for an account that exists; null for any other text.
 * One that would live longer than a new one was made before the clock was set back: it has expired.
 */
export async function findOneTimeToken(
  trx: Knex,
  keys: Keys,
  { purpose, userId, token }: ReceivedToken,
): Promise<FoundToken | null> {
  const values = [oneTimeHours[purpose], lookupsOf(keys, token), userId, purpose];
  const { rows } = await trx.raw<{ rows: FoundToken[] }>(findText, values);
  return rows[0] ?? null;
}

const findText = `
  SELECT t.expires_at NOT BETWEEN now() AND now() + make_interval(hours => ?) AS "isExpired",
    t.used_at IS NOT NULL AS "isUsed", u.email, t.email_change_id AS "emailChangeId"
  FROM one_time_tokens t JOIN users u ON u.id = t.user_id
  WHERE t.hash = ANY(?) AND t.user_id = ? AND t.purpose = ? AND u.deleted_at IS NULL
  ORDER BY t.expires_at DESC`;

/**
 * Spends all tokens that the account has for this purpose; resolves to whether the given one was still good. Lock the
 * account's row first, so that two of its tokens are not used at once.
 */
export async function spendTokens(trx: Knex, keys: Keys, { purpose, userId, token }: ReceivedToken): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { hash: Buffer; is_good: boolean }[] }>(spendText, [
    userId,
    purpose,
    oneTimeHours[purpose],
  ]);
  const lookups = lookupsOf(keys, token);
  return rows.some((row) => row.is_good && lookups.some((lookup) => row.hash.equals(lookup)));
}

const spendText = `
  UPDATE one_time_tokens SET used_at = now() WHERE user_id = ? AND purpose = ? AND used_at IS NULL
  RETURNING hash, expires_at BETWEEN now() AND now() + make_interval(hours => ?) AS is_good`;

/** What the database finds a token by: under another key, the same token is found by nothing. */
function lookupOf(key: KeyObject, token: string): Buffer {
  return createHmac('sha256', key).update(`lookup|${token}`).digest();
}

/** Also as it was stored before keys took part: the links of that time are over a week after the first such program. */
function lookupsOf({ oneTimeToken }: Keys, token: string): Buffer[] {
  return [...oneTimeToken.map((key) => lookupOf(key, token)), createHash('sha256').update(token).digest()];
}
