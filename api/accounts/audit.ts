import type { Knex } from 'knex';

/** What happened to accounts, for those who have to find out later. */
export type AuditAction =
  | 'account_removed'
  | 'address_taken'
  | 'email_verified'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'password_reset'
  | 'refresh_reuse'
  | 'signup'
  | 'unsubscribed'
  | 'visit_refused';

export interface AuditEntry {
  readonly action: AuditAction;
  /** Null where nobody's account is concerned. */
  readonly userId: string | null;
  /** Null where the account is gone and must not be traceable. */
  readonly ip: string | null;
  readonly requestId: string;
  /** Never a secret and nothing personal: it outlives the account. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Writes down what happened; in the transaction of the event itself, so that neither exists without the other. */
export async function audit(trx: Knex, { action, userId, ip, requestId, details = {} }: AuditEntry): Promise<void> {
  const row = { action, user_id: userId, ip, request_id: requestId, details: JSON.stringify(details) };
  await trx('audit_log').insert(row);
}
