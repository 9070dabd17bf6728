import type { VisitRead } from '../counting/read-visit.ts';
import { inChunks } from './batches.ts';
import type { ClickHouse } from './connect.ts';

/** A row of `quiz_visits`. */
export interface QuizVisitRow {
  readonly id: string;
  readonly funnel: string;
  readonly day: string;
  readonly started_at: string;
  readonly version: string;
  readonly locale: string;
  readonly utm_source: string;
  /** Variant by experiment as JSON with sorted keys. */
  readonly variants: string;
  readonly met: string;
  readonly seed: string;
  readonly first: boolean;
  readonly signed_up: boolean;
  readonly paid: boolean;
  readonly names: readonly string[];
  readonly numbers: readonly number[];
  readonly generation: number;
}

/** A funnel's day. */
export interface QuizDay {
  readonly funnel: string;
  readonly day: string;
}

/** The days on which these visits are counted now. */
export async function readQuizDays(clickhouse: ClickHouse, ids: readonly string[]): Promise<readonly QuizDay[]> {
  return inChunks(ids, (chunk) => clickhouse.query<QuizDay>(daysText, { ids: chunk }));
}

const daysText = `
  SELECT DISTINCT funnel, day FROM quiz_visits FINAL
  WHERE toUInt128(id) IN (SELECT toUInt128(arrayJoin({ids:Array(UUID)})))`;

/** What is counted of the browsers of some visits. */
interface KnownVisits {
  /** Ids of those of the visits whose browser has made an earlier one of the same funnel. */
  readonly returning: ReadonlySet<string>;
  /** Ids of others that were counted as first visits of their browsers, before an earlier one of these was known. */
  readonly overtaken: readonly string[];
}

export async function readKnownVisits(clickhouse: ClickHouse, visits: readonly VisitRead[]): Promise<KnownVisits> {
  const browsers = new Map(visits.map((visit) => [browserOf(visit), visit]));
  const rows = await inChunks([...browsers.values()], (chunk) =>
    clickhouse.query<BrowserRow>(browsersText, {
      funnels: chunk.map(({ funnel }) => funnel),
      seeds: chunk.map(({ seed }) => seed),
    }),
  );
  const known = new Map(rows.map((row) => [browserOf(row), row]));
  const returning = new Set<string>();
  const overtaken = new Set<string>();
  for (const visit of visits) {
    const browser = known.get(browserOf(visit));
    const place = [visit.startedAt.getTime(), visit.id] as const;
    if (browser && isBefore(browser.earliest, place)) returning.add(visit.id);
    for (const first of browser?.firsts ?? []) if (isBefore(place, first)) overtaken.add(first[1]);
  }
  return { returning, overtaken: [...overtaken] };
}

/** When a visit started, in milliseconds, and its id. */
type VisitOrder = readonly [startedAt: number, id: string];

function isBefore([start, id]: VisitOrder, [otherStart, otherId]: VisitOrder): boolean {
  return start < otherStart || (start === otherStart && id < otherId);
}

interface BrowserRow {
  readonly funnel: string;
  readonly seed: string;
  readonly earliest: VisitOrder;
  readonly firsts: readonly VisitOrder[];
}

function browserOf({ funnel, seed }: Pick<BrowserRow, 'funnel' | 'seed'>): string {
  return `${funnel}\t${seed}`;
}

/** SQL for the rows of `quiz_visits` of these browsers, given as a query of their funnels and seeds. */
export function visitsOfBrowsers(columns: string, browsers: string): string {
  return `
    SELECT ${columns} FROM quiz_visits FINAL
    WHERE toUInt128(id) GLOBAL IN (
      SELECT toUInt128(id) FROM browser_visits WHERE (funnel, seed) GLOBAL IN (${browsers})
    ) AND (funnel, seed) GLOBAL IN (${browsers})`;
}

const namedBrowsers = `
  SELECT tupleElement(browser, 1), tupleElement(browser, 2)
  FROM (SELECT arrayJoin(arrayZip({funnels:Array(String)}, {seeds:Array(String)})) AS browser)`;

// Ids as texts are in the order of their bytes, as everywhere else; as UUIDs they aren't.
const browsersText = `
  SELECT funnel, seed, min(place) AS earliest, groupArrayIf(place, first) AS firsts
  FROM (${visitsOfBrowsers('funnel, seed, first, (toUnixTimestamp64Milli(started_at), toString(id)) AS place', namedBrowsers)})
  GROUP BY funnel, seed`;

/** The ids of the visits of a funnel that began last, the latest first. */
export async function listLastVisits(
  clickhouse: ClickHouse,
  funnel: string,
  count: number,
): Promise<readonly string[]> {
  for (const days of [1, 10, 100]) {
    const ids = await readLast(clickhouse, { funnel, count, days });
    if (ids.length === count) return ids;
  }
  return readLast(clickhouse, { funnel, count, days: 20_000 });
}

async function readLast(
  clickhouse: ClickHouse,
  parameters: { readonly funnel: string; readonly count: number; readonly days: number },
): Promise<readonly string[]> {
  const rows = await clickhouse.query<{ readonly id: string }>(lastText, parameters);
  return rows.map(({ id }) => id);
}

const lastText = `
  SELECT id FROM quiz_visits FINAL WHERE funnel = {funnel:String} AND day > today() - {days:UInt32}
  ORDER BY started_at DESC, toString(id) DESC LIMIT {count:UInt32}`;
