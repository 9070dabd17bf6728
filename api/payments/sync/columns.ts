import type { PaymentRow, SubscriptionRow } from './own-rows.ts';

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
  currency: 'currency',
  periodStart: 'period_start',
  periodEnd: 'period_end',
  cancelAtPeriodEnd: 'cancel_at_period_end',
  endedAt: 'ended_at',
  payUrl: 'pay_url',
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
