import type { Database } from '../../../api/platform/db/database.ts';

interface PaidRow {
  readonly plan?: string;
  readonly kind?: 'purchase' | 'renewal';
  readonly amount?: number;
  readonly refunded?: number;
  readonly givenTwice?: number;
  readonly disputed?: boolean;
  readonly currency?: string;
  readonly subscription?: string;
  readonly funnel?: string;
  readonly source?: string;
  /** Null: not paid. */
  readonly paidAt?: string | null;
}

/** Writes payments down as sync does: of somebody, or of somebody whose account was removed since. */
export async function storePayments(
  database: Database,
  rows: readonly PaidRow[],
  { removed = false }: { readonly removed?: boolean } = {},
): Promise<void> {
  const now = '2026-01-01T00:00:00Z';
  const address = `${(await database.knex('users').select('id')).length}@example.com`;
  const account = removed ? { deleted_at: now } : { email: address, password_hash: 'x' };
  const [user] = await database
    .knex('users')
    .insert({ agreed_at: now, ...account })
    .returning<{ id: string }[]>('id');
  const storedRows = rows.map(({ paidAt = '2026-11-10T12:00:00Z', ...row }) => ({
    user_id: user!.id,
    plan: row.plan ?? 'basic',
    kind: row.kind ?? 'purchase',
    status: paidAt === null ? 'expired' : 'succeeded',
    amount: row.amount ?? 1499,
    refunded_amount: row.refunded ?? 0,
    given_twice: row.givenTwice ?? 0,
    disputed: row.disputed ?? false,
    currency: row.currency ?? 'USD',
    subscription_id: row.subscription ?? null,
    funnel: row.funnel ?? null,
    utm_source: row.source ?? null,
    created_at: now,
    paid_at: paidAt,
  }));
  await database.knex('payments').insert(storedRows);
}
