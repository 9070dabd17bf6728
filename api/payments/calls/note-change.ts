import { audit, type AuditAction } from '../../accounts/audit.ts';
import type { Database } from '../../platform/db/database.ts';

interface Change {
  readonly action: Extract<AuditAction, 'subscription_canceled' | 'subscription_resumed' | 'payment_refunded'>;
  readonly userId: string;
  /** Of the subscription or the payment. */
  readonly id: string;
  readonly ip: string;
  readonly requestId: string;
}

/** Writes down what was changed in Stripe: once, where two asked for the same at once. Not of an account that is gone. */
export async function noteChange({ knex }: Database, { action, userId, id, ip, requestId }: Change): Promise<void> {
  await knex.transaction(async (trx) => {
    const user = await trx('users').where({ id: userId, deleted_at: null }).forUpdate().first<object>('id');
    const { rows } = await trx.raw<{ rows: { action: string }[] }>(lastText, [userId, id]);
    if (!user || rows[0]?.action === action) return;
    await audit(trx, { action, userId, ip, requestId, details: { of: id } });
  });
}

const lastText = `SELECT action FROM audit_log WHERE user_id = ? AND details->>'of' = ? ORDER BY id DESC LIMIT 1`;
