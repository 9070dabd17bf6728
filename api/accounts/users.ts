import type { Knex } from 'knex';
import { audit } from '../platform/audit.ts';
import { normaliseEmail, readableEmail } from '../emails/address.ts';
import { isBlank } from '../../engine/run/typed-text.ts';
import type { Origin } from './logins.ts';
import type { AccountServices } from './services.ts';
import type { Database } from '../platform/db/database.ts';
import type { Language, Role, User } from '../../schemas/api/values.ts';

/** What SQL selects of `users u` to make a `User` of it. */
export const userColumns = `
  u.id, u.email, u.first_name, u.language,
  u.email_verified_at IS NOT NULL AS email_verified,
  (SELECT access_to FROM access_of(u.id)) AS access_to,
  (SELECT v.topic FROM visits v WHERE v.user_id = u.id ORDER BY v.created_at DESC LIMIT 1) AS topic,
  u.subscribed_at IS NOT NULL AS email_subscribed,
  u.unsubscribe_id,
  u.role,
  EXISTS (
    SELECT FROM subscriptions s WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.status IN ('past_due', 'unpaid')
  ) AS past_due`;

export interface NewUser {
  /** Normalised. */
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  readonly passwordHash: string;
  readonly promo: Readonly<Record<string, string>>;
}

/** What a password is checked against. */
export interface Credentials {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly authGeneration: number;
}

/** What the owner may change; what is missing stays. */
interface UserChanges {
  readonly firstName?: string;
  readonly language?: Language;
  readonly emailSubscribed?: boolean;
}

/**
 * Stores a new account; resolves to its id, or to null where the address is taken, or reserved. Of several at once, one
 * wins.
 */
export async function insertUser(trx: Knex, user: NewUser): Promise<string | null> {
  const row = {
    email: user.email,
    first_name: user.firstName,
    language: user.language,
    password_hash: user.passwordHash,
    agreed_at: trx.fn.now(),
    promo: JSON.stringify(user.promo),
  };
  const inserted = await trx('users').insert(row).onConflict('email').ignore().returning<{ id: string }[]>('id');
  const id = inserted[0]?.id ?? null;
  // Not before: the address may have become free while this waited for it.
  if (id === null || !(await isReserved(trx, { email: user.email, userId: id }))) return id;
  await trx('users').where({ id }).delete();
  return null;
}

/** Whether another account than this one can still take the address back that it had. */
export async function isReserved(trx: Knex, { email, userId }: { email: string; userId: string }): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(reservedText, [email, userId]);
  return rows.length > 0;
}

const reservedText = `
  SELECT 1 FROM email_changes WHERE old_email = ? AND user_id <> ? AND undo_until > now() AND undone_at IS NULL LIMIT 1`;

/** Verifies the address, with all that follows the first time; resolves to whether it was the first time. */
export async function markVerified(
  { enqueueEmail }: Pick<AccountServices, 'enqueueEmail'>,
  trx: Knex,
  { userId, ip, requestId }: Origin & { readonly userId: string },
): Promise<boolean> {
  const unverified = trx('users').where({ id: userId, email_verified_at: null, deleted_at: null });
  if ((await unverified.update({ email_verified_at: trx.fn.now() })) === 0) return false;
  await enqueueEmail(trx, { template: 'welcome', userId });
  await audit(trx, { action: 'email_verified', userId, ip, requestId });
  return true;
}

/** The account as it is stored; it must exist. */
export async function readUser(trx: Knex, userId: string): Promise<User> {
  const { rows } = await trx.raw<{ rows: UserRow[] }>(`SELECT ${userColumns} FROM users u WHERE u.id = ?`, [userId]);
  if (!rows[0]) throw new Error('The account that was to be read does not exist');
  return toUser(rows[0]);
}

/** Who changes what. */
interface UserChange extends Origin {
  readonly userId: string;
  readonly changes: UserChanges;
}

/**
 * Changes the account; resolves to all of it, or to null where it has just been removed. Consent to tips and offers, and
 * its end, are written into the audit log.
 */
export async function changeUser(database: Database, change: UserChange): Promise<User | null> {
  const { userId, changes, ip, requestId } = change;
  const { firstName, language, emailSubscribed } = changes;
  const [row] = await database.query<UserRow>({
    name: 'change-user',
    text: changeText,
    values: [userId, firstName ?? null, language ?? null, emailSubscribed ?? null, ip, requestId],
  });
  return row ? toUser(row) : null;
}

const changeText = `
  WITH before AS MATERIALIZED (
    SELECT id, subscribed_at, unsubscribed_at FROM users WHERE id = $1 AND deleted_at IS NULL FOR UPDATE
  ), u AS (
    UPDATE users SET
      first_name = coalesce($2, first_name),
      language = coalesce($3, language),
      subscribed_at = CASE
        WHEN $4::boolean THEN coalesce(users.subscribed_at, now())
        WHEN NOT $4::boolean THEN NULL
        ELSE users.subscribed_at END,
      unsubscribed_at = CASE
        WHEN $4::boolean THEN NULL
        WHEN NOT $4::boolean THEN coalesce(users.unsubscribed_at, now())
        ELSE users.unsubscribed_at END
    FROM before WHERE users.id = before.id
    RETURNING users.*
  ), noted AS (
    INSERT INTO audit_log (user_id, action, ip, request_id)
    SELECT id, CASE WHEN $4::boolean THEN 'subscribed' ELSE 'unsubscribed' END, $5, $6 FROM before
    WHERE CASE WHEN $4::boolean THEN subscribed_at IS NULL ELSE unsubscribed_at IS NULL AND NOT $4::boolean END
  )
  SELECT ${userColumns} FROM u`;

/** By normalised address; null where there is no such account. */
export async function findCredentials(database: Database, email: string): Promise<Credentials | null> {
  const text = `${credentialsText} WHERE email = $1`;
  const [row] = await database.query<CredentialsRow>({ name: 'credentials-by-email', text, values: [email] });
  return row ? toCredentials(row) : null;
}

/** By account; null once it is removed. */
export async function findCredentialsOfUser(database: Database, userId: string): Promise<Credentials | null> {
  const text = `${credentialsText} WHERE id = $1 AND deleted_at IS NULL`;
  const [row] = await database.query<CredentialsRow>({ name: 'credentials-by-id', text, values: [userId] });
  return row ? toCredentials(row) : null;
}

/**
 * Keeps the account as it is until the transaction ends; resolves to false where it is removed already, or has another
 * password than the one that was checked, or another email.
 */
export async function lockAccount(trx: Knex, { userId, email, authGeneration }: Credentials): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(lockAccountText, [userId, email, authGeneration]);
  return rows.length > 0;
}

const lockAccountText = `
  SELECT 1 FROM users WHERE id = ? AND email = ? AND auth_generation = ? AND deleted_at IS NULL FOR SHARE`;

interface CredentialsRow {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string;
  readonly auth_generation: number;
}

const credentialsText = 'SELECT id, email, password_hash, auth_generation FROM users';

function toCredentials(row: CredentialsRow): Credentials {
  const { id: userId, email, password_hash: passwordHash, auth_generation: authGeneration } = row;
  return { userId, email, passwordHash, authGeneration };
}

/** A row of `userColumns`. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly language: Language;
  readonly email_verified: boolean;
  readonly access_to: Date | null;
  readonly topic: string | null;
  readonly email_subscribed: boolean;
  readonly unsubscribe_id: string;
  readonly role: Role;
  readonly past_due: boolean;
}

/** A first name as it is stored: empty where there is nothing to see of it. */
export function tidyName(firstName: string): string {
  return isBlank(firstName) ? '' : firstName.trim();
}

/** The account as its owner reads it. */
export function forOwner(user: User): User {
  return { ...user, email: readableEmail(user.email) };
}

/** The account as it is stored. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    language: row.language,
    emailVerified: row.email_verified,
    accessTo: row.access_to?.toISOString() ?? null,
    topic: row.topic,
    emailSubscribed: row.email_subscribed,
    unsubscribeId: row.unsubscribe_id,
    role: row.role,
    pastDue: row.past_due,
  };
}

interface RoleChange {
  /** In any spelling. */
  readonly email: string;
  readonly role: Role;
  /** Who does it, for the audit log. */
  readonly requestId: string;
}

/**
 * Gives the account of this address a role, with an entry in the audit log; it counts from the next call on. Resolves to
 * `unknown` where there is no such account, and to `unchanged` where it has the role.
 */
export async function changeRole(database: Database, change: RoleChange): Promise<'changed' | 'unchanged' | 'unknown'> {
  const { role, requestId } = change;
  return database.knex.transaction(async (trx) => {
    const found = trx<{ id: string; role: Role }>('users').where('email', normaliseEmail(change.email));
    const account = await found.whereNull('deleted_at').forUpdate().first('id', 'role');
    if (!account) return 'unknown';
    if (account.role === role) return 'unchanged';
    await trx('users').where('id', account.id).update({ role });
    const action = role === 'analyst' ? 'role_given' : 'role_taken';
    await audit(trx, { action, userId: account.id, ip: null, requestId, details: { role: 'analyst' } });
    return 'changed';
  });
}

/** The addresses of all users with this role, in their order. */
export async function listByRole({ knex }: Database, role: Role): Promise<readonly string[]> {
  const rows = await knex('users').where({ role }).whereNull('deleted_at').orderBy('email').select<Row[]>('email');
  return rows.map(({ email }) => email);
}

interface Row {
  readonly email: string;
}
