import type { EmailRequest } from '../../emails/requests.ts';
import { guaranteeOf } from '../guarantee.ts';
import { ownedLifetime, type StripeAction } from './actions.ts';
import {
  endOfGrace,
  grantOfPayment,
  grantOfSubscription,
  isFailing,
  isLive,
  isPaidOnce,
  leftOfChange,
  type SettledSubscription,
} from './settle-subscriptions.ts';
import { creditOf, type SettledPayment } from './settle-payments.ts';
import type { PaymentIndex } from './snapshot.ts';

interface Settled {
  readonly userId: string;
  readonly payments: readonly SettledPayment[];
  readonly subscriptions: readonly SettledSubscription[];
  readonly index: PaymentIndex;
  /** What is about to be done at Stripe. */
  readonly actions: readonly StripeAction[];
}

/** The emails that follow from what is new in the rows: written with them, each is sent once. */
export function chooseEmails(settled: Settled): EmailRequest[] {
  const { payments, subscriptions } = settled;
  return [
    ...payments.flatMap((payment) => [
      ...receiptFor(payment, settled),
      ...refundNoteFor(payment, settled),
      ...disputeNoteFor(payment, settled),
    ]),
    ...subscriptions.flatMap((subscription) => noteFor(subscription, settled)),
  ];
}

function receiptFor(payment: SettledPayment, settled: Settled): EmailRequest[] {
  const { before, row, dispute, invoice } = payment;
  const { plan, amount, currency, paidAt } = row;
  if (!paidAt || before?.paidAt) return [];
  const { userId, subscriptions, index } = settled;
  const credit = creditOf(payment, index);
  const renewing = subscriptions.filter(({ row }) => isLive(row) && !row.cancelAtPeriodEnd);
  const own = renewing.find(({ row: { id } }) => id === row.subscriptionId);
  const renewsAt = own && !willEnd(own, settled) ? own.row.periodEnd.toISOString() : null;
  const replaced = isPaidOnce(row) ? renewing.find((subscription) => willEnd(subscription, settled)) : undefined;
  const refundableUntil = guaranteeOf({ ...row, paidAt }, paidFor(settled))?.until;
  const receipt = { userId, plan, amount, currency, at: paidAt.toISOString(), renewsAt };
  return [
    {
      template: 'payment_receipt',
      ...receipt,
      ...(invoice && { invoice }),
      ...(refundableUntil && dispute === null && { refundableUntil: refundableUntil.toISOString() }),
      ...(replaced && { replaces: replaced.row.plan }),
      ...(credit && { credit: credit.amount }),
      ...(dispute !== null && { isDisputed: true as const }),
    },
  ];
}

/** It is about to be ended at Stripe, at once or with its period. */
function willEnd({ row }: SettledSubscription, { actions }: Settled): boolean {
  return actions.some(
    (action) =>
      (action.kind === 'cancel' || action.kind === 'cancel_at_period_end') && action.subscriptionId === row.id,
  );
}

function paidFor({ payments, subscriptions }: Settled) {
  return {
    payments: payments.flatMap(({ row }) => (row.paidAt ? [{ ...row, paidAt: row.paidAt }] : [])),
    subscriptions: subscriptions.map(({ row }) => row),
  };
}

function refundNoteFor(payment: SettledPayment, settled: Settled): EmailRequest[] {
  const { before, row } = payment;
  const { plan, currency, refundedAt } = row;
  const amount = row.refundedAmount - (before?.refundedAmount ?? 0);
  if (amount <= 0 || !refundedAt) return [];
  const subscription = settled.subscriptions.find(({ row: { id } }) => id === row.subscriptionId);
  const hasEnded = !subscription || subscription.covering === payment || subscription.row.status === 'canceled';
  const isOver = row.status === 'refunded' && hasEnded;
  const former = subscription?.covering === payment ? leftOfChange(subscription) : null;
  const left = isOver ? (leftBeside(payment, settled) ?? (former && leftBefore(former))) : null;
  const note = { userId: settled.userId, plan, amount, currency, at: refundedAt.toISOString(), isOver };
  return [{ template: 'refund_done', ...note, ...(left && { left }) }];
}

function leftBefore({ plan, endsAt }: NonNullable<SettledSubscription['former']>) {
  return { plan, renewsAt: null, endsAt: endsAt.toISOString(), isFinal: true } as const;
}

function givesAccess(subscription: SettledSubscription): boolean {
  return isLive(subscription.row) && grantOfSubscription(subscription)?.revokedAt === null;
}

/** What its customer still has when all that a payment paid for is over. */
function leftBeside({ row: { subscriptionId } }: SettledPayment, settled: Settled) {
  const lifetime = ownedLifetime(settled);
  if (lifetime?.dispute === null) return { plan: lifetime.row.plan, renewsAt: null, endsAt: null };
  const left = settled.subscriptions.find((one) => one.row.id !== subscriptionId && givesAccess(one));
  return left ? { plan: left.row.plan, ...comingDays(left.row) } : null;
}

/** That a dispute closes the sessions, and that one is won. Of one that is lost the bank itself writes. */
function disputeNoteFor(payment: SettledPayment, settled: Settled): EmailRequest[] {
  const { before, row, dispute } = payment;
  const { plan, amount, currency, paidAt } = row;
  if (!paidAt || row.status !== 'succeeded') return [];
  const about = { userId: settled.userId, plan, amount, currency, at: paidAt.toISOString() };
  if (dispute?.state === 'open' && !before?.disputed && closesSessions(payment, settled))
    return [{ template: 'access_suspended', ...about }];
  if (dispute !== null || !before?.disputed || row.disputed) return [];
  const subscription = settled.subscriptions.find(({ row: { id } }) => id === row.subscriptionId)?.row;
  return [{ template: 'dispute_won', ...about, ...comingDays(subscription) }];
}

/** Whether a disputed payment gave access that nothing else gives. */
function closesSessions(payment: SettledPayment, { payments, subscriptions }: Settled): boolean {
  const live = subscriptions.filter(({ row }) => isLive(row));
  const gaveAccess = isPaidOnce(payment.row) || live.some(({ covering }) => covering === payment);
  const grants = [...live.map(grantOfSubscription), ...payments.map(grantOfPayment)];
  return gaveAccess && grants.every((grant) => grant === null || grant.revokedAt !== null);
}

function comingDays(subscription: SettledSubscription['row'] | undefined) {
  const isOver = subscription?.status === 'canceled';
  if (!subscription || (!isOver && isFailing(subscription))) return { renewsAt: null, endsAt: null };
  const { cancelAtPeriodEnd, endedAt, periodEnd } = subscription;
  if (isOver) return { renewsAt: null, endsAt: (endedAt ?? periodEnd).toISOString() };
  const day = periodEnd.toISOString();
  return cancelAtPeriodEnd ? { renewsAt: null, endsAt: day } : { renewsAt: day, endsAt: null };
}

/** Under a Lifetime it doesn't matter that another plan fails or ends. */
function noteFor(subscription: SettledSubscription, settled: Settled): EmailRequest[] {
  if (ownedLifetime(settled)) return [];
  const { userId } = settled;
  const { before, row, snapshot, isContested } = subscription;
  const { plan, currency } = row;
  if (isFailing(row)) {
    if (before && isFailing(before) && !hasFailedAgain(row, before)) return [];
    const amount = snapshot.latestInvoice?.amountRemaining ?? row.amount;
    const accessUntil = endOfGrace(row).toISOString();
    const nextTryAt = snapshot.latestInvoice?.nextAttemptAt?.toISOString() ?? null;
    return [{ template: 'payment_failed', userId, plan, amount, currency, accessUntil, nextTryAt }];
  }
  const endsAt = newEndOf(subscription);
  if (!endsAt) return reminderFor(subscription, settled);
  const isFinal = isContested && { isContested };
  return [{ template: 'subscription_ends', userId, plan, endsAt: endsAt.toISOString(), ...isFinal }];
}

function hasFailedAgain(row: SettledSubscription['row'], before: SettledSubscription['row']): boolean {
  return before.failedAttempts !== null && (row.failedAttempts ?? 0) > before.failedAttempts;
}

/** That it is about to renew, once for each renewal; not where credit pays for it. */
function reminderFor(subscription: SettledSubscription, settled: Settled): EmailRequest[] {
  const { before, row } = subscription;
  const { plan, currency, remindedFor } = row;
  const amount = row.nextAmount ?? row.amount;
  const isNews = remindedFor !== null && remindedFor.getTime() !== before?.remindedFor?.getTime();
  if (!isNews || amount === 0 || willEnd(subscription, settled)) return [];
  const renewsAt = remindedFor.toISOString();
  return [{ template: 'renewal_ahead', userId: settled.userId, plan, amount, currency, renewsAt }];
}

/** When it ends, if that is news; null too where another email says so, or the bank's letter. */
function newEndOf(subscription: SettledSubscription): Date | null {
  const { before, row, covering, dispute } = subscription;
  const isKnown = before !== null && (before.cancelAtPeriodEnd || before.status === 'canceled');
  if (isKnown) return null;
  if (dispute !== null) return null;
  if (row.status === 'canceled') {
    const isRefunded = covering?.row.status === 'refunded';
    return isRefunded ? null : (grantOfSubscription(subscription)?.endsAt ?? row.endedAt);
  }
  return row.cancelAtPeriodEnd ? row.periodEnd : null;
}
