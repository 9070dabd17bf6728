import type { Knex } from 'knex';
import type { Shared } from './counts.ts';
import type { LeadsReport, ReportQuery, Revenue } from './report.ts';
import type { Brought, Sale } from './statistics/experiments.ts';

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

/** Of the visitors who met a variant, those who signed up and who bought. */
export interface ConvertedRow {
  readonly experiment: string;
  readonly variant: string;
  readonly signedUp: number;
  readonly bought: number;
}

/**
 * What became of the visitors whose first visit started in the period and met an experiment. What they did after any
 * later visit of the same browser counts for the variant that they met first.
 */
export async function readConverted(knex: Knex, funnel: string, { from, to }: ReportQuery): Promise<ConvertedRow[]> {
  const { rows } = (await knex.raw(convertedText, { funnel, from, to })) as { readonly rows: ConvertedRow[] };
  return rows;
}

// Most have done it after their first visit: no other has to be looked for.
const convertedText = `
  WITH visitor AS (
    SELECT id, met, signed_up_at, paid_at
    FROM quiz_visits
    WHERE funnel = :funnel AND (signed_up_at IS NOT NULL OR paid_at IS NOT NULL) AND first
      AND ${isInPeriod('quiz_visits')}
    UNION ALL
    SELECT visit.id, visit.met, later.signed_up_at, later.paid_at
    FROM quiz_visits AS later JOIN quiz_visits AS visit ON visit.seed = later.seed AND visit.funnel = later.funnel
    WHERE later.funnel = :funnel AND (later.signed_up_at IS NOT NULL OR later.paid_at IS NOT NULL) AND NOT later.first
      AND visit.first AND ${isInPeriod('visit')}
  ), converted AS (
    SELECT met, bool_or(signed_up_at IS NOT NULL) AS signed_up, bool_or(paid_at IS NOT NULL) AS bought
    FROM visitor
    GROUP BY id, met
  )
  SELECT met.key AS experiment, met.value AS variant,
    count(*) FILTER (WHERE signed_up) AS "signedUp", count(*) FILTER (WHERE bought) AS bought
  FROM converted CROSS JOIN jsonb_each_text(converted.met) AS met
  GROUP BY met.key, met.value`;

/** Purchases of one plan at one price by visitors who met a variant. */
export interface SoldRow extends Sale {
  readonly experiment: string;
  readonly variant: string;
}

/** What was bought after visits that started in the period and met an experiment, whenever it was paid; the most first. */
export async function readSold(knex: Knex, funnel: string, { from, to }: ReportQuery): Promise<SoldRow[]> {
  const { rows } = (await knex.raw(soldText, { funnel, from, to })) as { readonly rows: SoldRow[] };
  return rows;
}

const soldText = `
  SELECT met.key AS experiment, met.value AS variant, payment.plan, payment.amount, payment.currency,
    count(*)::int AS count
  FROM payments AS payment CROSS JOIN LATERAL (
    SELECT funnel, started_at, met FROM quiz_visits WHERE id = payment.visit_id OFFSET 0
  ) AS visit CROSS JOIN jsonb_each_text(visit.met) AS met
  WHERE payment.kind = 'purchase' AND payment.paid_at IS NOT NULL
    AND visit.funnel = :funnel AND ${isInPeriod('visit')}
  GROUP BY met.key, met.value, payment.plan, payment.amount, payment.currency
  ORDER BY count DESC, payment.plan, payment.amount`;

/** How many leads came on these days, by version, the newest first. An erased lead was one, too, until its time is over. */
export async function countLeads(knex: Knex, funnel: string, { from, to }: ReportQuery): Promise<LeadsReport[]> {
  const { rows } = (await knex.raw(leadsText, { funnel, from, to })) as { readonly rows: LeadsReport[] };
  return rows;
}

const leadsText = `
  SELECT version, count(*)::int AS leads FROM leads
  WHERE funnel = :funnel AND ${isOnDays('leads.created_at')}
  GROUP BY version ORDER BY max(created_at) DESC, version`;

/** What the visitors who met a variant have brought in one currency. */
export interface BroughtRow extends Brought {
  readonly experiment: string;
  readonly variant: string;
}

/**
 * What was bought by the visitors whose first visit started in the period and met an experiment, whenever they bought it,
 * without what was returned. Renewals don't count: they come later, and the more of them the longer one has been there.
 */
export async function readBrought(knex: Knex, funnel: string, { from, to }: ReportQuery): Promise<BroughtRow[]> {
  const { rows } = (await knex.raw(broughtText, { funnel, from, to })) as { readonly rows: BroughtRow[] };
  return rows;
}

const broughtText = `
  WITH brought AS (
    SELECT visitor.met, payment.currency,
      sum(CASE WHEN disputed THEN 0 ELSE amount - refunded_amount END)::float8 AS amount
    FROM payments AS payment CROSS JOIN LATERAL (
      SELECT id, funnel, seed FROM quiz_visits WHERE id = payment.visit_id OFFSET 0
    ) AS visit CROSS JOIN LATERAL (
      SELECT id, met, started_at FROM quiz_visits
      WHERE funnel = visit.funnel AND first AND (id = visit.id OR seed = visit.seed) LIMIT 1
    ) AS visitor
    WHERE payment.kind = 'purchase' AND payment.paid_at IS NOT NULL
      AND visit.funnel = :funnel AND ${isInPeriod('visitor')}
    GROUP BY visitor.id, visitor.met, payment.currency
  )
  SELECT met.key AS experiment, met.value AS variant, currency, sum(amount) AS sum, sum(amount * amount) AS squares
  FROM brought CROSS JOIN jsonb_each_text(brought.met) AS met
  GROUP BY met.key, met.value, currency
  ORDER BY met.key, met.value, currency`;

/** SQL for whether a visit started on one of the days from `:from` to `:to`, in UTC; null is no bound. */
function isInPeriod(visits: string): string {
  return isOnDays(`${visits}.started_at`);
}

function isOnDays(time: string): string {
  return `${time} >= coalesce(:from::date::timestamp AT TIME ZONE 'UTC', '-infinity')
      AND ${time} < coalesce((:to::date + 1)::timestamp AT TIME ZONE 'UTC', 'infinity')`;
}
