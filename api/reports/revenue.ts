import type { Knex } from 'knex';
import type { Shared } from './groups.ts';
import { isInPeriod } from './in-period.ts';
import type { ReportQuery, Revenue } from './report.ts';

/** What visits that have something in common have brought in one currency. */
export interface RevenueRow extends Shared, Revenue {}

/**
 * What was paid after visits that started in the period, whenever it was paid: purchases and the renewals of their
 * subscriptions. Refunds and disputes as in the report of payments (`payments/report/`).
 */
export async function readRevenue(knex: Knex, funnel: string, { from, to }: ReportQuery): Promise<RevenueRow[]> {
  const { rows } = (await knex.raw(revenueText, { funnel, from, to })) as { readonly rows: RevenueRow[] };
  return rows;
}

/** Sums by currency, in the order of their names. */
export function sumRevenue(rows: Iterable<Revenue>): readonly Revenue[] {
  const sums = new Map<string, Revenue>();
  for (const { currency, paid, returned } of rows) {
    const sum = sums.get(currency) ?? { paid: 0, returned: 0 };
    sums.set(currency, { currency, paid: sum.paid + paid, returned: sum.returned + returned });
  }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

// Purchases are few beside visits. `OFFSET 0` has each visit looked up by its key, whatever the planner thinks of tables
// that have just grown.
const revenueText = `
  WITH purchase AS MATERIALIZED (
    SELECT visit.locale, visit.utm_source, visit.variants,
      payment.subscription_id, payment.currency, payment.amount, payment.refunded_amount, payment.disputed
    FROM payments AS payment CROSS JOIN LATERAL (
      SELECT funnel, started_at, locale, utm_source, variants FROM quiz_visits WHERE id = payment.visit_id OFFSET 0
    ) AS visit
    WHERE payment.kind = 'purchase' AND payment.paid_at IS NOT NULL
      AND visit.funnel = :funnel AND ${isInPeriod('visit')}
  ), paid AS (
    SELECT * FROM purchase
    UNION ALL
    SELECT purchase.locale, purchase.utm_source, purchase.variants,
      subscription_id, payment.currency, payment.amount, payment.refunded_amount, payment.disputed
    FROM purchase JOIN payments AS payment USING (subscription_id)
    WHERE payment.kind = 'renewal' AND payment.paid_at IS NOT NULL
  )
  SELECT locale, utm_source AS "utmSource", variants, currency, sum(amount) AS paid,
    sum(CASE WHEN disputed THEN amount ELSE refunded_amount END) AS returned
  FROM paid
  GROUP BY locale, utm_source, variants, currency`;
