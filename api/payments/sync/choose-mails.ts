import type { MailRequest } from '../../emails/mail.ts';
import { endOfTolerance, grantOfPayment, grantOfSubscription, isPaidOnce } from './settle-grants.ts';
import type { SettledPayment } from './settle-payments.ts';
import { isFailing, isLive, type SettledSubscription } from './settle-subscriptions.ts';

interface Settled {
  readonly userId: string;
  readonly payments: readonly SettledPayment[];
  readonly subscriptions: readonly SettledSubscription[];
}

/** The mails that follow from what is new in the rows: written with them, each is sent once. */
export function chooseMails(settled: Settled): MailRequest[] {
  const { userId, payments, subscriptions } = settled;
  return [
    ...payments.flatMap((payment) => [
      ...receiptFor(payment, settled),
      ...refundNoteFor(payment, userId),
      ...disputeNoteFor(payment, settled),
    ]),
    ...subscriptions.flatMap((subscription) => noteFor(subscription, userId)),
  ];
}

function receiptFor(
  { before, row }: SettledPayment,
  { userId, subscriptions }: Pick<Settled, 'userId' | 'subscriptions'>,
): MailRequest[] {
  const { plan, amount, currency, paidAt } = row;
  if (!paidAt || before?.paidAt || amount === 0) return [];
  const subscription = subscriptions.find(({ row: { id } }) => id === row.subscriptionId)?.row;
  const willRenew = subscription && isLive(subscription) && !subscription.cancelAtPeriodEnd;
  const renewsAt = willRenew ? subscription.periodEnd.toISOString() : null;
  return [{ template: 'payment_receipt', userId, plan, amount, currency, at: paidAt.toISOString(), renewsAt }];
}

function refundNoteFor({ before, row }: SettledPayment, userId: string): MailRequest[] {
  const { plan, currency, refundedAt } = row;
  const amount = row.refundedAmount - (before?.refundedAmount ?? 0);
  if (amount <= 0 || !refundedAt) return [];
  const at = refundedAt.toISOString();
  return [{ template: 'refund_done', userId, plan, amount, currency, at, renewsAt: null }];
}

/** That a dispute closes the sessions, and that one is won. Of one that is lost the bank itself writes. */
function disputeNoteFor(payment: SettledPayment, settled: Settled): MailRequest[] {
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

function noteFor(subscription: SettledSubscription, userId: string): MailRequest[] {
  const { before, row, snapshot } = subscription;
  const { plan, currency } = row;
  if (isFailing(row)) {
    if (before && isFailing(before)) return [];
    const amount = snapshot.latestInvoice?.amountRemaining ?? row.amount;
    const accessUntil = endOfTolerance(row).toISOString();
    return [{ template: 'payment_failed', userId, plan, amount, currency, accessUntil }];
  }
  const endsAt = newEndOf(subscription);
  return endsAt ? [{ template: 'subscription_ends', userId, plan, endsAt: endsAt.toISOString() }] : [];
}

/** When it ends, if that is news; null too where another mail tells of it, or the bank's letter. */
function newEndOf(subscription: SettledSubscription): Date | null {
  const { before, row, covering, dispute } = subscription;
  const isKnown = before !== null && (before.cancelAtPeriodEnd || before.status === 'canceled');
  if (isKnown) return null;
  if (dispute !== null) return null;
  if (row.status === 'canceled') {
    const isGivenBack = covering?.row.status === 'refunded';
    return isGivenBack ? null : (grantOfSubscription(subscription)?.endsAt ?? row.endedAt);
  }
  return row.cancelAtPeriodEnd ? row.periodEnd : null;
}
