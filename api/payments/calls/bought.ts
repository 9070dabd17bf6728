import { waitForReading } from './status.ts';
import { offersTo, withoutCountries } from '../offers.ts';
import type { PaymentDependencies } from '../open-payments.ts';
import { guaranteeOf, isRunning } from '../guarantee.ts';
import { type BoughtRows, type PaidRow, readBought, type SubscriptionRow } from '../rows.ts';
import { readUsedByMailbox, type UsedGuarantees } from '../used-guarantees.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import type { Payment, Subscription, subscriptions } from '../../../schemas/api/payments.ts';
import { paymentLimits } from '../limits.ts';

interface Time {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** On other accounts of the same person. */
  readonly used?: UsedGuarantees;
}

/** What the API says of what an account has bought, newest first. */
export function describeBought(rows: BoughtRows, time: Time): { subscriptions: Subscription[]; payments: Payment[] } {
  return {
    subscriptions: rows.subscriptions.map(describeSubscription),
    payments: rows.payments.map((row) => describePayment(row, rows, time)),
  };
}

function describeSubscription(row: SubscriptionRow): Subscription {
  const status = statusOf(row);
  const isOpen = status !== 'ended';
  const end = isOpen ? row.periodEnd : (row.endedAt ?? row.periodEnd);
  const willEnd = !isOpen || row.cancelAtPeriodEnd;
  return {
    id: row.id,
    plan: row.plan,
    status,
    amount: row.amount,
    nextAmount: row.nextAmount ?? row.amount,
    currency: row.currency,
    renewsAt: status === 'active' && !willEnd ? row.periodEnd.toISOString() : null,
    endsAt: willEnd ? end.toISOString() : null,
    payUrl: status === 'past_due' ? row.payUrl : null,
  };
}

function statusOf({ status, endedAt }: SubscriptionRow): Subscription['status'] {
  if (endedAt !== null) return 'ended';
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'past_due' || status === 'unpaid' ? 'past_due' : 'ended';
}

function describePayment(row: PaidRow, rows: BoughtRows, { now, used }: Time): Payment {
  const kind = guaranteeOf(row, rows)?.kind;
  const isUsed = kind !== undefined && used?.has(kind);
  const until = isUsed || isCredited(row, rows) ? null : refundableUntil(row, rows, now);
  return {
    id: row.id,
    plan: row.plan,
    kind: row.kind,
    status: row.status,
    amount: row.amount,
    refundedAmount: row.refundedAmount,
    currency: row.currency,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt.toISOString(),
    refundableUntil: until?.toISOString() ?? null,
    refundableAmount: until === null ? 0 : paidSince(row, rows).reduce((sum, each) => sum + leftOf(each), leftOf(row)),
  };
}

/** Until when the guarantee gives it back. What is disputed with the bank is given back there or not at all. */
export function refundableUntil(row: PaidRow, rows: BoughtRows, now: number): Date | null {
  const until = guaranteeOf(row, rows)?.until;
  return leftOf(row) > 0 && until && until.getTime() > now ? until : null;
}

/** What was left of its plan is in the price of a Lifetime that was not given back: it is given back after that. */
export function isCredited({ subscriptionId: id }: PaidRow, { payments, subscriptions }: BoughtRows): boolean {
  const paidFor = subscriptions.find((subscription) => subscription.id === id);
  const lifetimes = payments.filter(({ plan, status }) => plan === 'lifetime' && status === 'succeeded');
  return paidFor !== undefined && lifetimes.some((lifetime) => isRunning(paidFor, lifetime));
}

/** What can still be given back of a payment. */
export function leftOf({ amount, refundedAmount, disputed }: PaidRow): number {
  return disputed ? 0 : amount - refundedAmount;
}

/** What is kept of what was paid for its plan since, newest first: for its next periods, or to change it. */
export function paidSince(row: PaidRow, { payments }: BoughtRows): readonly PaidRow[] {
  const newer = payments.slice(0, payments.indexOf(row));
  return newer.filter(
    ({ subscriptionId: id, status }) => id !== null && id === row.subscriptionId && status === 'succeeded',
  );
}

/** What can be bought, and what the caller has bought, by what is stored; where asked to, Stripe is read before. */
export function createList(services: PaymentDependencies): Handler<typeof subscriptions> {
  const { rateLimits, sync } = services;
  return async ({ user: { user }, query, country, requestId }) => {
    if (query.fresh && (await rateLimits.tryConsume(paymentLimits.portalByUser, user.id)))
      await waitForReading(services, sync.user(user.id), requestId);
    const [offers, bought] = await Promise.all([
      offersTo(services, { userId: user.id, country }),
      readBought(services.database, user.id),
    ]);
    const plans = offers.map(withoutCountries).map(({ offer: _name, ...plan }) => plan);
    const now = Date.now();
    const isRefundable = bought.payments.some((row) => refundableUntil(row, bought, now) !== null);
    const used = isRefundable && { used: await readUsedByMailbox(services.database, user) };
    return { plans, ...describeBought(bought, { now, ...used }) };
  };
}
