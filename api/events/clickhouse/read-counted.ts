import type { ConvertedVisitors, CountedVisits, FirstVisit, VisitOrigin } from '../event-store.ts';
import type { Period } from '../period.ts';
import { inChunks } from './batches.ts';
import type { ClickHouse } from './connect.ts';
import { type EventsInClickHouse, withoutCounting } from './lock.ts';
import { visitsOfBrowsers } from './visits.ts';

/** What reports read of the visits that have been counted. */

interface Asked {
  readonly funnel: string;
  readonly period: Period;
}

/** `EventStore.readCounted`; meanwhile no process counts. */
export function readCounted(
  { clickhouse, main }: EventsInClickHouse,
  { funnel, period }: Asked,
  add: (counted: CountedVisits) => void,
): Promise<readonly ConvertedVisitors[]> {
  return withoutCounting(main, async () => {
    const parameters = { funnel, ...parametersOf(period) };
    for await (const { utm_source, variants, names, numbers, ...row } of clickhouse.stream<Row>(countsText, parameters))
      add({
        ...row,
        utmSource: utm_source,
        variants: JSON.parse(variants) as CountedVisits['variants'],
        counts: Object.fromEntries(names.map((name, place) => [name, numbers[place]!])),
      });
    return byVariant(await clickhouse.query<ConvertedRow>(convertedText, parameters));
  });
}

interface Row extends Pick<CountedVisits, 'version' | 'day' | 'locale'> {
  readonly utm_source: string;
  readonly variants: string;
  readonly names: readonly string[];
  readonly numbers: readonly number[];
}

const [firstDay, lastDay] = ['1970-01-01', '2149-06-06'];

/** Nothing is between the last day and the first one. */
function parametersOf({ from, to, without }: Period) {
  const { from: withoutFrom, to: withoutTo } = without ?? { from: lastDay, to: firstDay };
  return { from: from ?? firstDay, to: to ?? lastDay, withoutFrom, withoutTo };
}

const isInPeriod = `(day BETWEEN {from:Date} AND {to:Date}
  AND NOT day BETWEEN {withoutFrom:Date} AND {withoutTo:Date})`;

const countsText = `
  SELECT version, day, locale, utm_source, variants, names, numbers FROM quiz_counts
  WHERE funnel = {funnel:String} AND ${isInPeriod} AND (day, generation) GLOBAL IN (
    SELECT day, max(summed) FROM quiz_days WHERE funnel = {funnel:String} AND ${isInPeriod} GROUP BY day
  )`;

/** Visitors who met the same variants. */
interface ConvertedRow {
  readonly met: string;
  readonly signedUp: number;
  readonly bought: number;
}

const laterBrowsers = `
  SELECT funnel, seed FROM quiz_visits FINAL
  WHERE funnel = {funnel:String} AND (signed_up OR paid) AND NOT first AND day >= {from:Date}`;

// Most have done it after their first visit: no other has to be looked for.
const convertedText = `
  SELECT met, countIf(signed) AS signedUp, countIf(bought) AS bought FROM (
    SELECT id, any(met) AS met, max(signed_up) AS signed, max(paid) AS bought FROM (
      SELECT id, met, signed_up, paid FROM quiz_visits FINAL
      WHERE funnel = {funnel:String} AND (signed_up OR paid) AND first AND ${isInPeriod}
      UNION ALL
      SELECT visit.id AS id, visit.met AS met, later.signed_up AS signed_up, later.paid AS paid
      FROM (
        SELECT seed, signed_up, paid FROM quiz_visits FINAL
        WHERE funnel = {funnel:String} AND (signed_up OR paid) AND NOT first AND day >= {from:Date}
      ) AS later INNER JOIN (
        SELECT id, seed, met FROM (${visitsOfBrowsers('id, seed, met, first, day', laterBrowsers)})
        WHERE first AND ${isInPeriod}
      ) AS visit ON visit.seed = later.seed
    ) GROUP BY id
  ) GROUP BY met`;

function byVariant(rows: readonly ConvertedRow[]): readonly ConvertedVisitors[] {
  const sums = new Map<string, { experiment: string; variant: string; signedUp: number; bought: number }>();
  for (const { met, signedUp, bought } of rows)
    for (const [experiment, variant] of Object.entries(readVariants(met))) {
      const key = `${experiment}\t${variant}`;
      const sum = sums.get(key) ?? { experiment, variant, signedUp: 0, bought: 0 };
      sums.set(key, { ...sum, signedUp: sum.signedUp + signedUp, bought: sum.bought + bought });
    }
  return [...sums.values()];
}

function readVariants(json: string): Readonly<Record<string, string>> {
  return JSON.parse(json) as Record<string, string>;
}

/** `EventStore.readOrigins`. */
export async function readOrigins(
  clickhouse: ClickHouse,
  funnel: string,
  ids: readonly string[],
): Promise<readonly VisitOrigin[]> {
  const visits = await inChunks(ids, (chunk) => clickhouse.query<OriginRow>(originsText, { funnel, ids: chunk }));
  const seeds = [...new Set(visits.flatMap(({ first, seed }) => (first ? [] : seed)))];
  const firsts = await inChunks(seeds, (chunk) => clickhouse.query<FirstRow>(firstsText, { funnel, seeds: chunk }));
  const firstOf = new Map(firsts.map((row) => [row.seed, firstVisitOf(row)]));
  return visits.map((row) => ({
    ...firstVisitOf(row),
    locale: row.locale,
    utmSource: row.utm_source,
    variants: readVariants(row.variants),
    first: row.first ? firstVisitOf(row) : (firstOf.get(row.seed) ?? null),
  }));
}

interface FirstRow {
  readonly id: string;
  readonly seed: string;
  readonly started: number;
  readonly met: string;
}

interface OriginRow extends FirstRow {
  readonly first: boolean;
  readonly locale: string;
  readonly utm_source: string;
  readonly variants: string;
}

function firstVisitOf({ id, started, met }: FirstRow): FirstVisit {
  return { id, startedAt: new Date(started), met: readVariants(met) };
}

const originsText = `
  SELECT id, seed, toUnixTimestamp64Milli(started_at) AS started, met, first, locale, utm_source, variants
  FROM quiz_visits FINAL
  WHERE toUInt128(id) IN (SELECT toUInt128(arrayJoin({ids:Array(UUID)}))) AND funnel = {funnel:String}`;

const firstsText = `
  SELECT id, seed, toUnixTimestamp64Milli(started_at) AS started, met FROM (
    ${visitsOfBrowsers('id, seed, started_at, met, first', 'SELECT {funnel:String}, arrayJoin({seeds:Array(String)})')}
  ) WHERE first`;

/** `EventStore.countVisits`. */
export async function countVisitsOfFunnels(clickhouse: ClickHouse): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query<{ readonly funnel: string; readonly visits: number }>(visitsText);
  return new Map(rows.filter(({ visits }) => visits > 0).map(({ funnel, visits }) => [funnel, visits]));
}

const visitsText = `
  SELECT funnel, sum(numbers[indexOf(names, 'visits')]) AS visits FROM quiz_counts
  WHERE (funnel, day, generation) GLOBAL IN (SELECT funnel, day, max(summed) FROM quiz_days GROUP BY funnel, day)
  GROUP BY funnel`;
