import type { Knex } from 'knex';
import type { Database } from '../../platform/db/database.ts';
import type { KnownIds } from './read-customer.ts';
import type { CustomerSnapshot } from './snapshot.ts';

/** What our rows name of an account at Stripe. What was made in the other mode can't be there. */
export async function readKnownIds(database: Database, userId: string): Promise<KnownIds> {
  const [ids] = await database.query<KnownIds>({ name: 'known-at-stripe', text: knownText, values: [userId] });
  return ids!;
}

const knownText = `
  SELECT coalesce(array_agg(checkout_id) FILTER (WHERE checkout_id IS NOT NULL), '{}') AS checkouts,
    coalesce(array_agg(DISTINCT subscription_id) FILTER (WHERE subscription_id IS NOT NULL), '{}') AS subscriptions,
    coalesce(array_agg(invoice_id) FILTER (WHERE invoice_id IS NOT NULL), '{}') AS invoices,
    coalesce(array_agg(payment_intent_id) FILTER (WHERE payment_intent_id IS NOT NULL), '{}') AS "paymentIntents"
  FROM payments WHERE user_id = $1 AND paid_at IS NOT NULL AND NOT other_mode`;

interface Unknown {
  /** What Stripe has all the same. */
  readonly snapshot: CustomerSnapshot;
  readonly isLive: boolean;
}

/**
 * Writes down that Stripe doesn't know an account's customer: subscriptions that it doesn't know don't renew any more, and
 * stay open until their end. What a test key has made counts for nothing under a live one; the reverse would close the
 * sessions to those who have paid.
 */
export async function setAside(trx: Knex, userId: string, { snapshot, isLive }: Unknown): Promise<void> {
  const customers = trx('customers').where({ user_id: userId });
  const gone = customers.clone().update({ gone_at: trx.raw('coalesce(gone_at, now())') });
  const [customer] = await gone.returning<{ livemode: boolean | null }[]>('livemode');
  const atStripe = snapshot.subscriptions.map(({ id }) => id);
  const lost = trx('subscriptions').where({ user_id: userId }).whereNotIn('id', atStripe);
  await lost.clone().where({ ended_at: null }).update({ status: 'canceled', ended_at: trx.fn.now(), pay_url: null });
  if (!isLive || customer?.livemode !== false) return;
  await customers.clone().update({ other_mode: true });
  const paid = snapshot.charges.flatMap(({ paymentIntentId: id }) => id ?? []);
  const payments = trx('payments')
    .where({ user_id: userId })
    // One without is being made under the key of now.
    .where((made) => made.whereNotNull('checkout_id').orWhereNotNull('paid_at'))
    .where((other) => other.whereNull('payment_intent_id').orWhereNotIn('payment_intent_id', paid));
  const open = trx.raw(`CASE WHEN status IN ('created', 'pending') THEN 'expired' ELSE status END`);
  const isOver = { other_mode: true, status: open, checkout_url: null, asked_until: null };
  const marked = [
    ...(await payments.update(isOver).returning<{ id: string }[]>('id')),
    ...(await lost.update({ other_mode: true }).returning<{ id: string }[]>('id')),
  ].map(({ id }) => id);
  const grants = trx('access_grants').where({ user_id: userId, revoked_at: null });
  await grants.whereIn('source_id', marked).update({ revoked_at: trx.fn.now() });
}
