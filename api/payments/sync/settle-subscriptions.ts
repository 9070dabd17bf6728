import { type Dispute, lastPaid, type SettledPayment } from './settle-payments.ts';
import type { PlanId } from '../../../schemas/api/payments.ts';
import type { GrantRow, OwnRows, SubscriptionRow } from '../rows.ts';
import type { CustomerSnapshot, SubscriptionSnapshot } from './snapshot.ts';

/** A subscription as it is to stand in our table, with what its payments have come to. */
export interface SettledSubscription {
  readonly row: SubscriptionRow;
  /** As it stands now; null: it is new. */
  readonly before: SubscriptionRow | null;
  readonly snapshot: SubscriptionSnapshot;
  /** Of each period that was paid for. */
  readonly payments: readonly SettledPayment[];
  /** What paid for the current period, or last, where that is still to be paid. */
  readonly covering: SettledPayment | null;
  /** What was paid for besides, and lasts longest, unless it was given back too: the plan before a change. */
  readonly former: { readonly plan: PlanId; readonly endsAt: Date } | null;
  /** Of what was paid for the current period. */
  readonly dispute: Dispute | null;
  /** Its customer wants the money of any period back by way of the bank. */
  readonly isContested: boolean;
}

/** The subscriptions to something that is sold here, and that have begun; oldest first. */
export function settleSubscriptions(
  { subscriptions, invoices }: CustomerSnapshot,
  own: OwnRows,
  payments: readonly SettledPayment[],
): SettledSubscription[] {
  const settled = subscriptions.flatMap((snapshot) => {
    const before = own.subscriptions.find(({ id }) => id === snapshot.id) ?? null;
    const ofIt = payments.filter(({ row }) => row.subscriptionId === snapshot.id && row.paidAt !== null);
    const plan = snapshot.plan ?? before?.plan ?? ofIt[0]?.row.plan;
    if (!plan || !hasStarted(snapshot)) return [];
    const covering = coveringOf(snapshot, ofIt);
    const former = formerOf(
      ofIt.filter((payment) => payment !== covering),
      invoices,
    );
    const dispute = covering?.dispute ?? null;
    const isContested = ofIt.some((payment) => payment.dispute !== null);
    const isReminded = isReminderDue(snapshot, own.readStartedAt) && snapshot.nextAmount !== null;
    const remindedFor = isReminded ? snapshot.periodEnd : (before?.remindedFor ?? null);
    const row = { ...rowOf(snapshot), plan, remindedFor };
    return [{ row, before, snapshot, payments: ofIt, covering, former, dispute, isContested }];
  });
  return settled.sort((a, b) => compareAges(a.row, b.row));
}

/** The last payment, also where credit that it left paid for the period, and where nothing has paid for it yet. */
function coveringOf(
  { latestInvoice }: SubscriptionSnapshot,
  payments: readonly SettledPayment[],
): SettledSubscription['covering'] {
  return payments.find(({ row }) => row.invoiceId === latestInvoice?.id) ?? lastPaid(payments) ?? null;
}

function formerOf(
  payments: readonly SettledPayment[],
  invoices: CustomerSnapshot['invoices'],
): SettledSubscription['former'] {
  const kept = payments.filter(({ row, dispute }) => row.status === 'succeeded' && dispute === null);
  const paidFor = kept.flatMap(({ row: { plan, invoiceId } }) => {
    const endsAt = invoices.find(({ id }) => id === invoiceId)?.periodEnd;
    return endsAt ? [{ plan, endsAt }] : [];
  });
  return paidFor.sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime()).at(-1) ?? null;
}

/** It is paid for, or may be: it takes money again, and keeps another one from being bought. */
export function isLive({ status }: Pick<SubscriptionRow, 'status'>): boolean {
  return status === 'active' || status === 'trialing' || isFailing({ status });
}

/** A payment of it has failed, and may still be made. */
export function isFailing({ status }: Pick<SubscriptionRow, 'status'>): boolean {
  return status === 'past_due' || status === 'unpaid';
}

function hasStarted({ status }: SubscriptionSnapshot): boolean {
  return status !== 'incomplete' && status !== 'incomplete_expired';
}

const dayMilliseconds = 24 * 60 * 60 * 1_000;
/** Customers that pay every month know it. */
const minPeriodMilliseconds = 45 * dayMilliseconds;
const reminderMilliseconds = 7 * dayMilliseconds;

/** It renews within a week, after a long time. */
export function isReminderDue(snapshot: Omit<SubscriptionSnapshot, 'nextAmount'>, now: Date): boolean {
  const { status, periodStart, periodEnd, cancelAtPeriodEnd } = snapshot;
  const left = periodEnd.getTime() - now.getTime();
  const isLong = periodEnd.getTime() - periodStart.getTime() > minPeriodMilliseconds;
  return status === 'active' && !cancelAtPeriodEnd && isLong && left > 0 && left <= reminderMilliseconds;
}

function rowOf(snapshot: SubscriptionSnapshot): Omit<SubscriptionRow, 'plan' | 'remindedFor'> {
  const { id, status, amount, nextAmount, currency, periodStart, periodEnd } = snapshot;
  const { cancelAtPeriodEnd, endedAt, createdAt } = snapshot;
  const payUrl = isFailing(snapshot) && snapshot.latestInvoice?.status === 'open' ? snapshot.latestInvoice.url : null;
  const failedAttempts = isFailing(snapshot) ? (snapshot.latestInvoice?.attempts ?? 0) : 0;
  const money = { amount, nextAmount, currency };
  const about = { id, status, ...money, periodStart, periodEnd, cancelAtPeriodEnd, endedAt, createdAt };
  return { ...about, payUrl, failedAttempts, otherMode: false };
}

function compareAges(a: SubscriptionRow, b: SubscriptionRow): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** The instant that stands for always. */
const always = new Date('9999-12-31T00:00:00Z');
const graceMilliseconds = 3 * dayMilliseconds;

/** Access by a subscription; null where it gives none, as one that is paused. */
export function grantOfSubscription(subscription: SettledSubscription): GrantRow | null {
  const { row, snapshot } = subscription;
  const span = spanOf({ row, snapshot });
  if (!span) return null;
  const source = { source: 'subscription', sourceId: row.id } as const;
  const left = leftOfChange(subscription);
  if (left) return { ...source, endsAt: left.endsAt, graceEndsAt: null, revokedAt: null };
  return { ...source, ...span, revokedAt: moneyBackAt(subscription) };
}

/**
 * The plan before, where the payment for a change was given back, lost to the bank, or is disputed: for what was paid of
 * it, as a plan goes on to its end after the Lifetime over it was given back. Null where that is nothing.
 */
export function leftOfChange(subscription: SettledSubscription): SettledSubscription['former'] {
  const { former } = subscription;
  const backAt = moneyBackAt(subscription);
  return former && backAt && former.endsAt > backAt ? former : null;
}

/** Since when what paid for the current period is given back or disputed. */
function moneyBackAt({ covering, dispute }: SettledSubscription): Date | null {
  const refundedAt = covering?.row.status === 'refunded' ? covering.row.refundedAt : null;
  return refundedAt ?? dispute?.since ?? null;
}

/** Access by a payment that was made once and for all. */
export function grantOfPayment({ id, row, dispute }: SettledPayment): GrantRow | null {
  if (id === null || !isPaidOnce(row)) return null;
  const refundedAt = row.status === 'refunded' ? row.refundedAt : null;
  const revokedAt = refundedAt ?? dispute?.since ?? null;
  return { source: 'payment', sourceId: id, endsAt: always, graceEndsAt: null, revokedAt };
}

/** A payment that no subscription goes on with: a Lifetime. */
export function isPaidOnce({ paidAt, subscriptionId }: SettledPayment['row']): boolean {
  return paidAt !== null && subscriptionId === null;
}

/** How long members may still listen after a payment has failed. */
export function endOfGrace({ periodStart }: SettledSubscription['row']): Date {
  return new Date(periodStart.getTime() + graceMilliseconds);
}

type Span = Pick<GrantRow, 'endsAt' | 'graceEndsAt'>;

function spanOf({ row, snapshot }: Pick<SettledSubscription, 'row' | 'snapshot'>): Span | null {
  const { status, periodEnd, cancelAtPeriodEnd, endedAt } = row;
  if (status === 'active' || status === 'trialing') {
    const graceEndsAt = cancelAtPeriodEnd ? null : new Date(periodEnd.getTime() + graceMilliseconds);
    return { endsAt: periodEnd, graceEndsAt };
  }
  if (isFailing(row)) return { endsAt: endOfGrace(row), graceEndsAt: null };
  if (status !== 'canceled') return null;
  const paidUntil = snapshot.latestInvoice?.status === 'paid' ? periodEnd : endOfGrace(row);
  return { endsAt: endedAt && endedAt < paidUntil ? endedAt : paidUntil, graceEndsAt: null };
}
