import { utcDay } from '../platform/utc-day.ts';
import type { Knex } from 'knex';
import type { EventStore, VisitOrigin } from '../events/event-store.ts';
import { bindingsOf, isInPeriod, isTimeIn, type Period } from '../events/period.ts';
import type { Database } from '../platform/db/database.ts';
import { compare, type Shared } from './counts.ts';
import type { LeadsReport, Revenue } from './report.ts';
import type { RevenueSpread, Sale } from './statistics/experiments.ts';

/** What visits that have something in common have brought in one currency. */
interface RevenueRow extends Shared, Revenue {}

/** Purchases of one plan at one price by visitors who met a variant. */
interface SoldRow extends Sale {
  readonly experiment: string;
  readonly variant: string;
}

/** What the visitors who met a variant have brought in one currency. */
interface SpreadRow extends RevenueSpread {
  readonly experiment: string;
  readonly variant: string;
}

/** What was paid, whenever it was paid. Refunds and disputes as in the report of payments (`payments/report/`). */
export interface Paid {
  /** After visits that started in the period: purchases and the renewals of their subscriptions. */
  readonly revenue: readonly RevenueRow[];
  /** What was bought after visits that started in the period and met an experiment; the most first. */
  readonly sold: readonly SoldRow[];
  /**
   * What was bought by the visitors whose first visit started in the period and met an experiment, without what was
   * returned. Renewals don't count: they come later, and the more of them the longer one has been there.
   */
  readonly brought: readonly SpreadRow[];
}

interface Sources {
  readonly database: Database;
  readonly events: Pick<EventStore, 'readOrigins'>;
}

/** Sums up what visits of the funnel have led to. */
export async function readPaid({ database, events }: Sources, funnel: string, period: Period): Promise<Paid> {
  const hasStarted = ({ startedAt }: Pick<VisitOrigin, 'startedAt'>) => isInPeriod(utcDay(startedAt), period);
  const [revenue, sold, brought] = [new Sums<RevenueRow>(), new Sums<SoldRow>(), new Sums<Bought>()];
  const subscribed = new Map<string, VisitOrigin>();
  for await (const purchases of readPayments(database, 'purchase')) {
    const visits = await events.readOrigins(funnel, [...new Set(purchases.map(({ of }) => of))]);
    const origins = new Map(visits.map((visit) => [visit.id, visit]));
    for (const purchase of purchases) {
      const visit = origins.get(purchase.of);
      if (!visit) continue;
      if (hasStarted(visit)) {
        addRevenue(revenue, visit, purchase);
        addSale(sold, visit, purchase);
        if (purchase.subscription !== null) subscribed.set(purchase.subscription, visit);
      }
      if (visit.first && hasStarted(visit.first)) addBought(brought, visit.first, purchase);
    }
  }
  if (subscribed.size > 0)
    for await (const renewals of readPayments(database, 'renewal'))
      for (const renewal of renewals) {
        const visit = subscribed.get(renewal.of);
        if (visit) addRevenue(revenue, visit, renewal);
      }
  return { revenue: revenue.rows, sold: sold.rows.toSorted(bySales), brought: sumBrought(brought.rows) };
}

interface Payment {
  readonly id: string;
  /** What it follows from: of a purchase the visit, of a renewal the subscription. */
  readonly of: string;
  readonly subscription: string | null;
  readonly plan: string;
  readonly currency: string;
  readonly amount: number;
  readonly refunded: number;
  readonly disputed: boolean;
  /** As PostgreSQL writes it: JavaScript's times are less exact. */
  readonly paidAt: string;
}

/** So many at once: the whole of them may be more than fits into memory. */
const paymentsPerQuery = 5_000;

async function* readPayments({ knex }: Database, kind: 'purchase' | 'renewal'): AsyncGenerator<readonly Payment[]> {
  let [paidAt, id] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const bindings = [kind, paidAt, id, paymentsPerQuery];
    const { rows } = (await knex.raw(paymentsText, bindings)) as { readonly rows: readonly Payment[] };
    if (rows.length > 0) yield rows;
    if (rows.length < paymentsPerQuery) return;
    ({ paidAt, id } = rows.at(-1)!);
  }
}

const paymentsText = `
  SELECT id, of, subscription_id AS subscription, plan, currency, amount, refunded_amount AS refunded, disputed,
    paid_at::text AS "paidAt"
  FROM payments CROSS JOIN LATERAL (
    SELECT CASE kind WHEN 'purchase' THEN visit_id::text ELSE subscription_id END AS of
  ) AS cause
  WHERE kind = ? AND paid_at IS NOT NULL AND NOT other_mode AND of IS NOT NULL AND (paid_at, id) > (?::timestamptz, ?::uuid)
  ORDER BY paid_at, id LIMIT ?`;

/** Rows by what they have in common. */
class Sums<Row> {
  readonly #rows = new Map<string, Row>();

  /** Puts in place of the row with this key what `sum` makes of it. */
  add(key: readonly unknown[], sum: (row: Row | undefined) => Row): void {
    const name = JSON.stringify(key);
    this.#rows.set(name, sum(this.#rows.get(name)));
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }
}

function addRevenue(sums: Sums<RevenueRow>, visit: VisitOrigin, payment: Payment): void {
  const { locale, utmSource, variants } = visit;
  const { currency, amount, refunded, disputed } = payment;
  sums.add([locale, utmSource, variants, currency], (row) => ({
    locale,
    utmSource,
    variants,
    currency,
    paid: (row?.paid ?? 0) + amount,
    returned: (row?.returned ?? 0) + (disputed ? amount : refunded),
  }));
}

function addSale(sums: Sums<SoldRow>, { met }: VisitOrigin, { plan, amount, currency }: Payment): void {
  for (const [experiment, variant] of Object.entries(met))
    sums.add([experiment, variant, plan, amount, currency], (row) => ({
      experiment,
      variant,
      plan,
      amount,
      currency,
      count: (row?.count ?? 0) + 1,
    }));
}

function bySales(one: SoldRow, other: SoldRow): number {
  return (
    other.count - one.count ||
    compare(one.plan, other.plan) ||
    one.amount - other.amount ||
    compare(one.currency, other.currency)
  );
}

/** What one visitor has bought in one currency. */
interface Bought {
  readonly met: VisitOrigin['met'];
  readonly currency: string;
  readonly amount: number;
}

function addBought(sums: Sums<Bought>, { id, met }: Pick<VisitOrigin, 'id' | 'met'>, payment: Payment): void {
  const { currency, amount, refunded, disputed } = payment;
  const kept = disputed ? 0 : amount - refunded;
  sums.add([id, currency], (row) => ({ met, currency, amount: (row?.amount ?? 0) + kept }));
}

function sumBrought(bought: readonly Bought[]): readonly SpreadRow[] {
  const sums = new Sums<SpreadRow>();
  for (const { met, currency, amount } of bought)
    for (const [experiment, variant] of Object.entries(met))
      sums.add([experiment, variant, currency], (row) => ({
        experiment,
        variant,
        currency,
        sum: (row?.sum ?? 0) + amount,
        squares: (row?.squares ?? 0) + amount * amount,
      }));
  return sums.rows.toSorted(
    (one, other) =>
      compare(one.experiment, other.experiment) ||
      compare(one.variant, other.variant) ||
      compare(one.currency, other.currency),
  );
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

/** How many leads came on these days, by version, the newest first. An erased lead was one, too, until its time is over. */
export async function countLeads(knex: Knex, funnel: string, period: Period): Promise<LeadsReport[]> {
  const { rows } = (await knex.raw(leadsText, { funnel, ...bindingsOf(period) })) as { readonly rows: LeadsReport[] };
  return rows;
}

const leadsText = `
  SELECT version, count(*)::int AS leads FROM leads
  WHERE funnel = :funnel AND ${isTimeIn('created_at')}
  GROUP BY version ORDER BY max(created_at) DESC, version`;
