import type { Knex } from 'knex';

/** What happened to an account, for those who have to find out later. */
interface AuditEntry {
  /** As its domain names it, such as `login_failed`. */
  readonly action: string;
  /** Null where no account is concerned. */
  readonly userId: string | null;
  /** Null where the account is gone and must not be traceable. */
  readonly ip: string | null;
  readonly requestId: string;
  /** Never a secret and nothing personal: it outlives the account. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Writes down what happened; in the transaction of the event itself, so that neither exists without the other. Where it
 * has an `ip`, the transaction must hold the account's row, so that the account isn't removed before it ends.
 */
export async function audit(trx: Knex, { action, userId, ip, requestId, details = {} }: AuditEntry): Promise<void> {
  const row = { action, user_id: userId, ip, request_id: requestId, details: JSON.stringify(details) };
  await trx('audit_log').insert(row);
}

/**
 * Writes down an attempt, in one statement and outside of any transaction. Of an account that is removed in the
 * same moment nothing is said: an address of the network must not stand with it again. Takes as long without an account.
 */
export async function auditAttempt(knex: Knex, entry: Omit<AuditEntry, 'details'>): Promise<void> {
  const { action, userId, ip, requestId } = entry;
  await knex.raw(attemptText, [userId ?? noUser, action, ip, requestId]);
}

const noUser = '00000000-0000-0000-0000-000000000000';

// A removal changes the address, which is a key: it waits for this lock, and this for it.
const attemptText = `
  INSERT INTO audit_log (user_id, action, ip, request_id)
  VALUES ((SELECT id FROM users WHERE id = ? AND deleted_at IS NULL FOR KEY SHARE), ?, ?, ?)`;
