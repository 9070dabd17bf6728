import type { Database } from '../../platform/db/database.ts';
import { removalMarginMilliseconds } from '../sync/choose-actions.ts';

/** What a user's rows say, in plain words, by what they are about: `payment 1f…`, `subscription sub_…`, `access`. */
export type AccountDescription = ReadonlyMap<string, string>;

export async function describeAccount(database: Database, userId: string): Promise<AccountDescription> {
  const values = [userId];
  const payments = await database.query<PaymentFields>({
    name: 'describe-payments',
    text: paymentsText,
    values: [userId, removalMarginMilliseconds / 1_000],
  });
  const subscriptions = await database.query<SubscriptionFields>({
    name: 'describe-subscriptions',
    text: subscriptionsText,
    values,
  });
  const [access] = await database.query<AccessFields>({ name: 'describe-access', text: accessText, values });
  return new Map([
    ...payments.map((payment) => [`payment ${payment.id}`, describePayment(payment)] as const),
    ...subscriptions.map(
      (subscription) => [`subscription ${subscription.id}`, describeSubscription(subscription)] as const,
    ),
    ['access', access?.access_to ? `to ${access.access_to.toISOString()}` : 'none'],
  ]);
}

interface PaymentFields {
  readonly id: string;
  readonly kind: string;
  readonly plan: string;
  readonly status: string;
  readonly amount: number;
  readonly refunded_amount: number;
  readonly currency: string;
  readonly disputed: boolean;
  readonly is_after_removal: boolean;
}

function describePayment(payment: PaymentFields): string {
  const { kind, plan, status, amount, refunded_amount: refunded, currency, disputed } = payment;
  const isAfterRemoval = payment.is_after_removal && status === 'succeeded';
  return [
    `${kind} of ${plan}, ${status}`,
    moneyOf(amount, currency),
    ...(refunded > 0 ? [`${moneyOf(refunded, currency)} given back`] : []),
    ...(disputed ? ['disputed'] : []),
    ...(isAfterRemoval ? ['charged after the account was removed'] : []),
  ].join(', ');
}

function moneyOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

interface SubscriptionFields {
  readonly id: string;
  readonly plan: string;
  readonly status: string;
  readonly period_end: Date;
  readonly cancel_at_period_end: boolean;
}

function describeSubscription({
  plan,
  status,
  period_end: end,
  cancel_at_period_end: ends,
}: SubscriptionFields): string {
  return `${plan}, ${status}, period to ${end.toISOString()}${ends ? ', will not renew' : ''}`;
}

interface AccessFields {
  readonly access_to: Date | null;
}

const paymentsText = `
  SELECT p.id, kind, plan, status, amount, refunded_amount, currency, disputed,
    coalesce(paid_at >= deleted_at - make_interval(secs => $2), false) AS is_after_removal
  FROM payments p JOIN users ON users.id = user_id WHERE user_id = $1 ORDER BY p.created_at`;
const subscriptionsText = `
  SELECT id, plan, status, period_end, cancel_at_period_end FROM subscriptions WHERE user_id = $1 ORDER BY created_at`;
const accessText = 'SELECT access_to FROM access_of($1)';
