import type { Database } from '../platform/db/database.ts';

/** What payments are summed up by. */
export const paymentGroups = ['plan', 'funnel', 'utm_source', 'month'] as const;
export type PaymentGroup = (typeof paymentGroups)[number];

/** Days in UTC, such as `2026-11-21`, both included; null where there is no bound. */
export interface ReportPeriod {
  readonly from: string | null;
  readonly to: string | null;
}

/** Payments of one currency that have one thing in common. Amounts in the currency's smallest unit. */
export interface ReportRow {
  /** `all`: every payment of the currency. */
  readonly by: PaymentGroup | 'all';
  /** The plan, the funnel …, a month as `2026-11`; null where it is not known, and for `all`. */
  readonly value: string | null;
  readonly currency: string;
  readonly purchases: number;
  readonly renewals: number;
  readonly paid: number;
  readonly refunded: number;
  /** What was given back although it is in the price of a Lifetime that its buyer has. */
  readonly givenTwice: number;
  /** Taken back by banks, or held back while they decide. */
  readonly disputed: number;
  /** The rest of `paid`. */
  readonly net: number;
}

/**
 * What was paid in a period, by plan, by funnel, by `utm_source` and by month, each currency for itself. A refund counts
 * for the day of its payment; a renewal for the funnel and the source of the purchase that its subscription began with.
 * Payments of removed accounts count too, those made with a test key before a live one came don't.
 */
export function readPaymentReport(database: Database, { from, to }: ReportPeriod): Promise<ReportRow[]> {
  const values = [from && startOf(from), to && startOf(to, 1)];
  return database.query<ReportRow>({ name: 'payment-report', text: reportText, values });
}

const dayMilliseconds = 86_400_000;

function startOf(day: string, daysLater = 0): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * dayMilliseconds).toISOString();
}

const reportText = `
  WITH paid AS (
    SELECT payment.kind, payment.plan, payment.amount, payment.refunded_amount, payment.given_twice,
      payment.currency,
      CASE WHEN payment.disputed THEN payment.amount - payment.refunded_amount ELSE 0 END AS disputed_amount,
      to_char(payment.paid_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
      CASE payment.kind WHEN 'renewal' THEN purchase.funnel ELSE payment.funnel END AS funnel,
      CASE payment.kind WHEN 'renewal' THEN purchase.utm_source ELSE payment.utm_source END AS utm_source
    FROM payments AS payment
    LEFT JOIN payments AS purchase
      ON payment.kind = 'renewal' AND purchase.kind = 'purchase' AND purchase.subscription_id = payment.subscription_id
    WHERE payment.paid_at IS NOT NULL AND NOT payment.other_mode
      AND payment.paid_at >= coalesce($1::timestamptz, '-infinity') AND payment.paid_at < coalesce($2::timestamptz, 'infinity')
  )
  SELECT
    CASE 0 WHEN grouping(plan) THEN 'plan' WHEN grouping(funnel) THEN 'funnel' WHEN grouping(utm_source) THEN 'utm_source'
      WHEN grouping(month) THEN 'month' ELSE 'all' END AS by,
    coalesce(plan, funnel, utm_source, month) AS value,
    currency,
    count(*) FILTER (WHERE kind = 'purchase') AS purchases,
    count(*) FILTER (WHERE kind = 'renewal') AS renewals,
    sum(amount) AS paid,
    sum(refunded_amount) AS refunded,
    sum(given_twice) AS "givenTwice",
    sum(disputed_amount) AS disputed,
    sum(amount - refunded_amount - disputed_amount) AS net
  FROM paid
  GROUP BY GROUPING SETS ((currency), (currency, plan), (currency, funnel), (currency, utm_source), (currency, month))
  ORDER BY currency, month, net DESC, value`;
