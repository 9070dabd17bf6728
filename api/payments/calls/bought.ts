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
    subscriptions: rows.subscriptions.map((row) => describeSubscription(row, hasLifetime)),
    payments: rows.payments.map((row) => describePayment(row, refundableUntil(row, rows.payments, now))),
  };
}

function describeSubscription(row: SubscriptionRow, hasLifetime: boolean): Subscription {
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
    // Under a Lifetime nothing renews.
    canResume: status === 'active' && willEnd && !hasLifetime,
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

/** Specification, section 9. */
const guaranteeMilliseconds = 14 * 24 * 3_600_000;

/**
 * The guarantee holds for the first purchase of an account, once, for 14 days (terms of service). What is disputed with
 * the bank is given back there or not at all.
 */
function refundableUntil(row: PaidRow, all: readonly PaidRow[], now: number): Date | null {
  const isFirst = all.every((other) => other.kind === 'renewal' || compareAges(other, row) >= 0);
  const isUntouched = all.every(({ refunded_amount }) => refunded_amount === 0);
  const isPaid = row.kind === 'purchase' && row.status === 'succeeded' && row.amount > 0 && !row.disputed;
  const until = row.paid_at.getTime() + guaranteeMilliseconds;
  return isFirst && isUntouched && isPaid && until > now ? new Date(until) : null;
}

/** Stripe counts in seconds: of two in one, that which was begun first is the older. */
function compareAges(a: PaidRow, b: PaidRow): number {
  return a.paid_at.getTime() - b.paid_at.getTime() || a.created_at.getTime() - b.created_at.getTime();
}

function isLifetime({ plan, status }: PaidRow): boolean {
  return plan === 'lifetime' && status === 'succeeded';
}
