import { guaranteedUntil, type GuaranteedPayment } from '../guarantee.ts';
import type { Payment, PaymentStatus, PlanId, Subscription } from '../../../schemas/api/payments.ts';

/** A row of `subscriptions`, as far as its owner may know. */
export interface SubscriptionRow {
  readonly id: string;
  readonly plan: PlanId;
  /** As Stripe says it. */
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly period_end: Date;
  readonly cancel_at_period_end: boolean;
  readonly ended_at: Date | null;
  readonly pay_url: string | null;
  readonly created_at: Date;
}

/** A row of `payments` that was paid. */
export interface PaidRow {
  readonly id: string;
  readonly plan: PlanId;
  readonly kind: 'purchase' | 'renewal';
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly refunded_amount: number;
  readonly currency: string;
  readonly subscription_id: string | null;
  readonly payment_intent_id: string | null;
  readonly invoice_id: string | null;
  readonly disputed: boolean;
  readonly created_at: Date;
  readonly paid_at: Date;
}

/** All that an account has bought, as it is stored. */
export interface BoughtRows {
  readonly subscriptions: readonly SubscriptionRow[];
  readonly payments: readonly PaidRow[];
}

/** What the API says of it, newest first. `now` is in milliseconds since 1970. */
export function describeBought(rows: BoughtRows, now: number): { subscriptions: Subscription[]; payments: Payment[] } {
  const hasLifetime = rows.payments.some(isLifetime);
  return {
    subscriptions: rows.subscriptions.map((row) => {
      const isContested = rows.payments.some((paid) => paid.subscription_id === row.id && paid.disputed);
      return describeSubscription(row, hasLifetime || isContested);
    }),
    payments: rows.payments.map((row) => describePayment(row, refundableUntil(row, rows, now))),
  };
}

function describeSubscription(row: SubscriptionRow, mustNotRenew: boolean): Subscription {
  const status = statusOf(row);
  const isOpen = status !== 'ended';
  const end = isOpen ? row.period_end : (row.ended_at ?? row.period_end);
  const willEnd = !isOpen || row.cancel_at_period_end;
  return {
    id: row.id,
    plan: row.plan,
    status,
    amount: row.amount,
    currency: row.currency,
    renewsAt: status === 'active' && !willEnd ? row.period_end.toISOString() : null,
    endsAt: willEnd ? end.toISOString() : null,
    canCancel: status === 'past_due' || (status === 'active' && !willEnd),
    // Under a Lifetime nothing renews, nor while the bank asks for a payment back.
    canResume: status === 'active' && willEnd && !mustNotRenew,
    payUrl: status === 'past_due' ? row.pay_url : null,
  };
}

function statusOf({ status, ended_at }: SubscriptionRow): Subscription['status'] {
  if (ended_at !== null) return 'ended';
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'past_due' || status === 'unpaid' ? 'past_due' : 'ended';
}

function describePayment(row: PaidRow, until: Date | null): Payment {
  return {
    id: row.id,
    plan: row.plan,
    kind: row.kind,
    status: row.status,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at.toISOString(),
    refundableUntil: until?.toISOString() ?? null,
    hasDocument: row.invoice_id !== null || row.payment_intent_id !== null,
  };
}

/** What is disputed with the bank is given back there or not at all. */
function refundableUntil(row: PaidRow, { payments, subscriptions }: BoughtRows, now: number): Date | null {
  const isWhole = row.status === 'succeeded' && row.amount > 0 && row.refunded_amount === 0 && !row.disputed;
  const until = guaranteedUntil(toGuaranteed(row), {
    payments: payments.map(toGuaranteed),
    subscriptions: subscriptions.map(({ created_at, ended_at }) => ({ createdAt: created_at, endedAt: ended_at })),
  });
  return isWhole && until !== null && until.getTime() > now ? until : null;
}

function toGuaranteed({ plan, kind, created_at, paid_at }: PaidRow): GuaranteedPayment {
  return { plan, kind, createdAt: created_at, paidAt: paid_at };
}

function isLifetime({ plan, status }: PaidRow): boolean {
  return plan === 'lifetime' && status === 'succeeded';
}
