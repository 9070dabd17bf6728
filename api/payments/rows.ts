import type { Knex } from 'knex';
import type { PaymentStatus, PlanId } from '../../schemas/api/payments.ts';
import type { Database } from '../platform/db/database.ts';

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

/** A row of `payments`, as far as Stripe says it. */
export interface PaymentRow {
  readonly plan: PlanId;
  readonly kind: 'purchase' | 'renewal';
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly refundedAmount: number;
  /** What was given back, or taken back by the bank, although it is in the price of a Lifetime that its buyer has. */
  readonly givenTwice: number;
  /** Made with a test key, while the key is a live one: it counts for nothing. */
  readonly otherMode: boolean;
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
  /** How often the payment of the current period has failed; null: not known. */
  readonly failedAttempts: number | null;
  /** The renewal that its customer was reminded of last. */
  readonly remindedFor: Date | null;
  /** As that of a payment. */
  readonly otherMode: boolean;
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

/** What our tables have of a user who pays. Locks the user's row and those payments, in the order of a purchase. */
export async function readOwnRows(trx: Knex, { userId, readStartedAt }: RowOwner): Promise<OwnRows> {
  const times = trx('users')
    .where({ id: userId })
    .forNoKeyUpdate()
    .select('deleted_at', trx.raw('?::timestamptz AS started', [readStartedAt]));
  const user = await times.first<UserTimes | undefined>();
  // So that a call that stores a page of one does it before this, or sees what became of it.
  const payments = trx('payments').where({ user_id: userId }).orderBy(['created_at', 'id']).forNoKeyUpdate();
  const subscriptions = trx('subscriptions').where({ user_id: userId }).orderBy(['created_at', 'id']);
  return {
    userId,
    deletedAt: user?.deleted_at ?? null,
    readStartedAt: user?.started ?? new Date(readStartedAt),
    payments: (await payments.select<object[]>()).map((row) => toFields(row) as StoredPayment),
    subscriptions: (await subscriptions.select<object[]>()).map((row) => toFields(row) as SubscriptionRow),
  };
}

interface UserTimes {
  readonly deleted_at: Date | null;
  readonly started: Date;
}

/** A row of `payments` that was paid. */
export type PaidRow = StoredPayment & { readonly paidAt: Date };

/** All that an account has bought, as it is stored. */
export interface BoughtRows {
  readonly subscriptions: readonly SubscriptionRow[];
  readonly payments: readonly PaidRow[];
}

/** Everything that a user has paid for, newest first. */
export async function readBought({ knex }: Database, userId: string): Promise<BoughtRows> {
  const of = { user_id: userId, other_mode: false };
  const [subscriptions, payments] = await Promise.all([
    knex('subscriptions')
      .where(of)
      .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
      .select<object[]>(),
    knex('payments')
      .where(of)
      .whereNotNull('paid_at')
      // Stripe counts in seconds: of two in one, a change of plan comes after its purchase, else what was begun later.
      .orderBy(['paid_at', 'kind', 'created_at', 'id'].map((column) => ({ column, order: 'desc' })))
      .select<object[]>(),
  ]);
  return {
    subscriptions: subscriptions.map((row) => toFields(row) as SubscriptionRow),
    payments: payments.map((row) => toFields(row) as PaidRow),
  };
}

/** A row as the database has it: `paid_at` is our `paidAt`. */
export function toFields(columns: object): unknown {
  const entries = Object.entries(columns).map(([name, value]) => [name.replaceAll(/_(.)/g, upper), value as unknown]);
  return Object.fromEntries(entries);
}

const upper = (_: string, letter: string): string => letter.toUpperCase();

/** The columns of a row of ours; with `before`, those only that differ from it. */
export function toColumns<Row extends object>(row: Row, before?: Row): Readonly<Record<string, unknown>> {
  const entries = (Object.entries(row) as [keyof Row & string, unknown][]).filter(
    ([name, value]) => before === undefined || !isSame(value, before[name]),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name.replaceAll(/[A-Z]/g, lower), value]));
}

const lower = (letter: string): string => `_${letter.toLowerCase()}`;

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
