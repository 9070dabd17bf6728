import type { Knex } from 'knex';
import type { EmailRequest } from '../emails/requests.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Keys } from '../platform/keys.ts';
import type { Origin } from './logins.ts';
import { findOneTimeToken } from './one-time-tokens.ts';
import type { AccountServices } from './services.ts';
import { isReserved } from './users.ts';

/** A link about a change of email, as it came back. */
export interface FollowedLink extends Origin {
  /** A UUID. */
  readonly userId: string;
  readonly token: string;
}

interface ChangeRow {
  readonly id: string;
  readonly auth_generation: number;
  readonly new_email: string;
  readonly created_at: Date;
  readonly confirmed_at: Date | null;
  readonly old_email: string | null;
  readonly undone_at: Date | null;
  readonly can_undo: boolean;
  readonly is_newest: boolean;
}

/** The change that the link is about, and its account, which is locked. Throws `link_invalid`. */
export async function lockEmailChange(
  trx: Knex,
  keys: Keys,
  { userId, token }: FollowedLink,
  purpose: 'confirm_email' | 'undo_email',
) {
  const users = trx('users').where({ id: userId, deleted_at: null }).forUpdate();
  const user = await users.first<UserRow | undefined>('email', 'email_verified_at', 'auth_generation');
  const found = await findOneTimeToken(trx, keys, { userId, token, purpose });
  const change = found && (await findChange(trx, found.emailChangeId));
  if (!user || !change) throw new ApiError('link_invalid');
  return { user, change, isExpired: found.isExpired };
}

interface UserRow {
  readonly email: string;
  readonly email_verified_at: Date | null;
  readonly auth_generation: number;
}

/** By its id; undefined where there is none. */
export async function findChange(knex: Knex, id: string | null): Promise<ChangeRow | undefined> {
  const { rows } = await knex.raw<{ rows: ChangeRow[] }>(changeText, [id]);
  return rows[0];
}

const changeText = `
  SELECT c.*, coalesce(c.undo_until > now() AND c.undone_at IS NULL, false) AS can_undo,
    NOT EXISTS (SELECT FROM email_changes n WHERE n.user_id = c.user_id AND n.created_at > c.created_at) AS is_newest
  FROM email_changes c WHERE c.id = ?`;

/** Throws `link_over` where another account has the address, or can still take it back. */
export async function setEmail(trx: Knex, userId: string, email: string): Promise<void> {
  try {
    await trx('users').where({ id: userId }).update({ email });
  } catch (error) {
    if ((error as { code?: unknown }).code === uniqueViolation) throw new ApiError('link_over');
    throw error;
  }
  if (await isReserved(trx, { email, userId })) throw new ApiError('link_over');
}

const uniqueViolation = '23505';

interface OpenUndo {
  readonly id: string;
  readonly old_email: string;
}

/** The changes that can still be undone, one for each address other than the account's own that could be put back. */
export async function readOpenUndos(trx: Knex, userId: string): Promise<readonly OpenUndo[]> {
  const { rows } = await trx.raw<{ rows: OpenUndo[] }>(openUndosText, [userId]);
  return rows;
}

const openUndosText = `
  SELECT DISTINCT ON (c.old_email) c.id, c.old_email FROM email_changes c JOIN users u ON u.id = c.user_id
  WHERE c.user_id = ? AND c.undone_at IS NULL AND c.undo_until > now() AND c.old_email IS DISTINCT FROM u.email
  ORDER BY c.old_email, c.created_at DESC`;

interface SecurityEmail {
  readonly template: Extract<EmailRequest['template'], 'password_changed' | 'email_changed' | 'email_change_undone'>;
  readonly userId: string;
}

/** Has an email about the account's safety sent to each address that could still be put back. */
export async function enqueueSecurityEmail(
  { enqueueEmail }: Pick<AccountServices, 'enqueueEmail'>,
  trx: Knex,
  email: SecurityEmail,
): Promise<void> {
  for (const { id } of await readOpenUndos(trx, email.userId)) await enqueueEmail(trx, { ...email, changeId: id });
}
