import type { Knex } from 'knex';
import type { PaymentStatus, PlanId } from '../../../schemas/api/payments.ts';

/** What our tables have of a customer, as far as it matters to a reading of Stripe. */
export interface OwnRows {
  readonly userId: string;
  /** When the account was removed. */
  readonly deletedAt: Date | null;
  /** When the reading of Stripe began, by the clock of the database. */
  readonly readStartedAt: Date;
  readonly payments: readonly StoredPayment[];
  readonly subscriptions: readonly SubscriptionRow[];
}

/** A row of `payments`, but for what only `buy` cares for. */
export interface PaymentRow {
  readonly plan: PlanId;
  readonly kind: 'purchase' | 'renewal';
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  readonly checkoutId: string | null;
  readonly checkoutUrl: string | null;
  readonly expiresAt: Date | null;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly paymentIntentId: string | null;
  readonly disputed: boolean;
  readonly funnel: string | null;
  readonly utmSource: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

export interface StoredPayment extends PaymentRow {
  readonly id: string;
  /** Until then a call asks Stripe for the page. */
  readonly askedUntil: Date | null;
}

/** A row of `subscriptions`. */
export interface SubscriptionRow {
  readonly id: string;
  readonly plan: PlanId;
  readonly status: string;
  readonly amount: number;
  /** What the next payment takes, after discounts and credit; null: not known. */
  readonly nextAmount: number | null;
  readonly currency: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  readonly payUrl: string | null;
  /** How often in vain the current period was tried to be paid; null: not known. */
  readonly failedAttempts: number | null;
  /** The renewal that its customer was reminded of last. */
  readonly remindedFor: Date | null;
  readonly createdAt: Date;
}

/** A row of `access_grants`. */
export interface GrantRow {
  readonly source: 'subscription' | 'payment';
  readonly sourceId: string;
  readonly endsAt: Date;
  readonly graceEndsAt: Date | null;
  readonly revokedAt: Date | null;
}

interface RowOwner {
  readonly userId: string;
  /** As the database gave it, to the microsecond. */
  readonly readStartedAt: string;
}

/** What our tables have of a user who pays. The user's row is locked already. */
export async function readOwnRows(trx: Knex, { userId, readStartedAt }: RowOwner): Promise<OwnRows> {
  const times = trx('users')
    .where({ id: userId })
    .select('deleted_at', trx.raw('?::timestamptz AS started', [readStartedAt]));
  const user = await times.first<UserTimes | undefined>();
  // Locked, so that a call that stores a page of one does it before this, or sees what became of it.
  const payments = trx('payments').where({ user_id: userId }).orderBy(['created_at', 'id']).forNoKeyUpdate();
  const subscriptions = trx('subscriptions').where({ user_id: userId }).orderBy(['created_at', 'id']);
  return {
    userId,
    deletedAt: user?.deleted_at ?? null,
    readStartedAt: user?.started ?? new Date(readStartedAt),
    payments: await payments.select<StoredPayment[]>({ id: 'id', askedUntil: 'asked_until', ...paymentColumns }),
    subscriptions: await subscriptions.select<SubscriptionRow[]>(subscriptionColumns),
  };
}

interface UserTimes {
  readonly deleted_at: Date | null;
  readonly started: Date;
}

/** Where each field of a payment stands. */
export const paymentColumns: Readonly<Record<keyof PaymentRow, string>> = {
  plan: 'plan',
  kind: 'kind',
  status: 'status',
  amount: 'amount',
  refundedAmount: 'refunded_amount',
  currency: 'currency',
  checkoutId: 'checkout_id',
  checkoutUrl: 'checkout_url',
  expiresAt: 'expires_at',
  subscriptionId: 'subscription_id',
  invoiceId: 'invoice_id',
  paymentIntentId: 'payment_intent_id',
  disputed: 'disputed',
  funnel: 'funnel',
  utmSource: 'utm_source',
  createdAt: 'created_at',
  paidAt: 'paid_at',
  refundedAt: 'refunded_at',
};

/** Where each field of a subscription stands. */
export const subscriptionColumns: Readonly<Record<keyof SubscriptionRow, string>> = {
  id: 'id',
  plan: 'plan',
  status: 'status',
  amount: 'amount',
  nextAmount: 'next_amount',
  currency: 'currency',
  periodStart: 'period_start',
  periodEnd: 'period_end',
  cancelAtPeriodEnd: 'cancel_at_period_end',
  endedAt: 'ended_at',
  payUrl: 'pay_url',
  failedAttempts: 'failed_attempts',
  remindedFor: 'reminded_for',
  createdAt: 'created_at',
};

/** The columns of a row of ours. */
export function toColumns<Row extends object>(
  columns: Readonly<Record<keyof Row, string>>,
  row: Row,
): Readonly<Record<string, unknown>> {
  const fields = Object.entries(columns) as [keyof Row, string][];
  return Object.fromEntries(fields.map(([field, column]) => [column, row[field]]));
}

/** Only the columns that differ from those of the row as it stood before. */
export function changedColumns<Row extends object>(
  columns: Readonly<Record<keyof Row, string>>,
  { before, row }: { readonly before: Row; readonly row: Row },
): Readonly<Record<string, unknown>> {
  const old = toColumns(columns, before);
  const entries = Object.entries(toColumns(columns, row));
  return Object.fromEntries(entries.filter(([column, value]) => !isSame(value, old[column])));
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
