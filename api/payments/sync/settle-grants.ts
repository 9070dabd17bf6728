import type { GrantRow } from './own-rows.ts';
import type { SettledPayment } from './settle-payments.ts';
import { isFailing, type SettledSubscription } from './settle-subscriptions.ts';

/** The instant that stands for always. */
const lifetime = new Date('9999-12-31T00:00:00Z');
const graceMilliseconds = 3 * 24 * 60 * 60 * 1_000;

/** Access by a subscription; null where it gives none, as one that is paused. */
export function grantOfSubscription({ row, snapshot, covering, dispute }: SettledSubscription): GrantRow | null {
  const span = spanOf({ row, snapshot });
  if (!span) return null;
  const refundedAt = covering?.row.status === 'refunded' ? covering.row.refundedAt : null;
  return { source: 'subscription', sourceId: row.id, ...span, revokedAt: refundedAt ?? dispute?.since ?? null };
}

/** Access by a payment that was made once and for all. */
export function grantOfPayment({ id, row, dispute }: SettledPayment): GrantRow | null {
  if (id === null || !isPaidOnce(row)) return null;
  const refundedAt = row.status === 'refunded' ? row.refundedAt : null;
  const revokedAt = refundedAt ?? dispute?.since ?? null;
  return { source: 'payment', sourceId: id, endsAt: lifetime, graceEndsAt: null, revokedAt };
}

/** A payment that no subscription goes on with: a Lifetime. */
export function isPaidOnce({ paidAt, subscriptionId }: SettledPayment['row']): boolean {
  return paidAt !== null && subscriptionId === null;
}

/** How long somebody may still listen whose payment has failed. */
export function endOfTolerance({ periodStart }: SettledSubscription['row']): Date {
  return new Date(periodStart.getTime() + graceMilliseconds);
}

type Span = Pick<GrantRow, 'endsAt' | 'graceEndsAt'>;

function spanOf({ row, snapshot }: Pick<SettledSubscription, 'row' | 'snapshot'>): Span | null {
  const { status, periodEnd, cancelAtPeriodEnd, endedAt } = row;
  if (status === 'active' || status === 'trialing') {
    const graceEndsAt = cancelAtPeriodEnd ? null : new Date(periodEnd.getTime() + graceMilliseconds);
    return { endsAt: periodEnd, graceEndsAt };
  }
  if (isFailing(row)) return { endsAt: endOfTolerance(row), graceEndsAt: null };
  if (status !== 'canceled') return null;
  const paidUntil = snapshot.latestInvoice?.status === 'paid' ? periodEnd : endOfTolerance(row);
  return { endsAt: endedAt && endedAt < paidUntil ? endedAt : paidUntil, graceEndsAt: null };
}
