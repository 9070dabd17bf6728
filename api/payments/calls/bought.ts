import { createSyncInTime } from './status.ts';
import { offersTo } from '../offers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { type GuaranteedPayment, guaranteedUntil, isRunning } from '../guarantee.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import type { Payment, PaymentStatus, PlanId, Subscription, subscriptions } from '../../../schemas/api/payments.ts';

/** A row of `subscriptions`, as far as its owner may know. */
export interface SubscriptionRow {
  readonly id: string;
  readonly plan: PlanId;
  /** As Stripe says it. */
  readonly status: string;
  readonly amount: number;
  readonly next_amount: number | null;
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
  return {
    subscriptions: rows.subscriptions.map(describeSubscription),
    payments: rows.payments.map((row) => describePayment(row, rows, now)),
  };
}

function describeSubscription(row: SubscriptionRow): Subscription {
  const status = statusOf(row);
  const isOpen = status !== 'ended';
  const end = isOpen ? row.period_end : (row.ended_at ?? row.period_end);
  const willEnd = !isOpen || row.cancel_at_period_end;
  return {
    id: row.id,
    plan: row.plan,
    status,
    amount: row.amount,
    nextAmount: row.next_amount ?? row.amount,
    currency: row.currency,
    renewsAt: status === 'active' && !willEnd ? row.period_end.toISOString() : null,
    endsAt: willEnd ? end.toISOString() : null,
    payUrl: status === 'past_due' ? row.pay_url : null,
  };
}

function statusOf({ status, ended_at }: SubscriptionRow): Subscription['status'] {
  if (ended_at !== null) return 'ended';
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'past_due' || status === 'unpaid' ? 'past_due' : 'ended';
}

function describePayment(row: PaidRow, rows: BoughtRows, now: number): Payment {
  const until = refundableUntil(row, rows, now);
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
    refundableAmount: until === null ? 0 : refundedWith(row, rows).reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** What is disputed with the bank is given back there or not at all; what Lifetime was credited with, after Lifetime. */
function refundableUntil(row: PaidRow, rows: BoughtRows, now: number): Date | null {
  const until = guaranteedUntil(toGuaranteed(row), {
    payments: rows.payments.map(toGuaranteed),
    subscriptions: rows.subscriptions.map(toTimes),
  });
  return isWhole(row) && !isCredited(row, rows) && until !== null && until.getTime() > now ? until : null;
}

/** What was left of its plan is in the price of a Lifetime that was not given back. */
export function isCredited({ subscription_id: id }: PaidRow, { payments, subscriptions }: BoughtRows): boolean {
  const paidFor = subscriptions.find((subscription) => subscription.id === id);
  const lifetimes = payments.filter(({ plan, status }) => plan === 'lifetime' && status === 'succeeded');
  return paidFor !== undefined && lifetimes.some((lifetime) => isRunning(toTimes(paidFor), toGuaranteed(lifetime)));
}

function toTimes({ created_at: createdAt, ended_at: endedAt }: SubscriptionRow) {
  return { createdAt, endedAt };
}

function toGuaranteed({ plan, amount, created_at, paid_at }: PaidRow): GuaranteedPayment {
  return { plan, amount, createdAt: created_at, paidAt: paid_at };
}

function isWhole({ status, amount, refunded_amount: refunded, disputed }: PaidRow): boolean {
  return status === 'succeeded' && amount > 0 && refunded === 0 && !disputed;
}

/** What the guarantee gives back with a payment: whatever was paid since to change its plan, newest first, then its own. */
export function refundedWith(row: PaidRow, { payments }: BoughtRows): readonly PaidRow[] {
  const changes = payments.filter(({ subscription_id: id }) => id !== null && id === row.subscription_id);
  return [...changes.filter((change) => change !== row && isWhole(change)), row];
}

/** Everything that a user has paid for, newest first. */
export async function readBought(database: Database, userId: string): Promise<BoughtRows> {
  const values = [userId];
  const [subscriptions, payments] = await Promise.all([
    database.query<SubscriptionRow>({ name: 'subscriptions-of-user', text: subscriptionsText, values }),
    database.query<PaidRow>({ name: 'payments-of-user', text: paymentsText, values }),
  ]);
  return { subscriptions, payments };
}

// One that was never paid has not begun.
const subscriptionsText = `
  SELECT id, plan, status, amount, next_amount, currency, period_end, cancel_at_period_end, ended_at, pay_url, created_at
  FROM subscriptions WHERE user_id = $1 AND status NOT IN ('incomplete', 'incomplete_expired')
  ORDER BY created_at DESC, id`;

const paymentsText = `
  SELECT id, plan, kind, status, amount, refunded_amount, currency, subscription_id, payment_intent_id, invoice_id,
    disputed, created_at, paid_at
  FROM payments WHERE user_id = $1 AND paid_at IS NOT NULL
  ORDER BY paid_at DESC, id`;

/** What can be bought, and what the caller has bought, by what is stored; where asked to, Stripe is read before. */
export function createList(services: PaymentDependencies): Handler<typeof subscriptions> {
  const syncInTime = createSyncInTime(services);
  return async ({ user: { user }, query, requestId }) => {
    if (query.fresh) await syncInTime(user.id, requestId);
    const [offers, bought] = await Promise.all([offersTo(services, user.id), readBought(services.database, user.id)]);
    const plans = offers.map(({ offer: _name, ...plan }) => plan);
    return { plans, ...describeBought(bought, Date.now()) };
  };
}
