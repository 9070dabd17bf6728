import type { Knex } from 'knex';
import type { Counts } from '../events/counting/counts.ts';
import { groupsOf } from './groups.ts';
import type { ReportQuery } from './report.ts';

/** Sums of counts, by the version that visits ran on and by name (`CountName`). */
export type Sums = Map<string, Map<string, number>>;

/** What is counted of the visits of a period. */
export interface SummedCounts {
  readonly all: Sums;
  /** By group (`groupsOf`); empty where nothing is asked for. */
  readonly groups: ReadonlyMap<string, Sums>;
  /** By day; only of what has no place, such as `visits`. */
  readonly days: ReadonlyMap<string, Map<string, number>>;
}

interface Row {
  readonly version: string;
  readonly day: string;
  readonly locale: string;
  readonly utm_source: string;
  readonly variants: string;
  readonly counts: Counts;
}

/** Sums up all counts of the visits that started in the period. */
export async function sumCounts(knex: Knex, funnel: string, query: ReportQuery): Promise<SummedCounts> {
  const all: Sums = new Map();
  const groups = new Map<string, Sums>();
  const days = new Map<string, Map<string, number>>();
  for await (const row of readRows(knex, funnel, query)) {
    const counts = Object.entries(row.counts);
    addCounts(all, row.version, counts);
    const shared = { locale: row.locale, utmSource: row.utm_source, variants: variantsOf(row) };
    for (const name of query.by === null ? [] : groupsOf(shared, query.by))
      addCounts(entryOf(groups, name), row.version, counts);
    const ofDay = entryOf(days, row.day);
    for (const [name, count] of counts) if (!name.includes('\t')) ofDay.set(name, (ofDay.get(name) ?? 0) + count);
  }
  return { all, groups, days };
}

/** Adds sums to others. */
export function addSums(sums: Sums, more: Sums): void {
  for (const [version, counts] of more) addCounts(sums, version, counts);
}

function addCounts(sums: Sums, version: string, counts: Iterable<readonly [name: string, count: number]>): void {
  const own = entryOf(sums, version);
  for (const [name, count] of counts) own.set(name, (own.get(name) ?? 0) + count);
}

function entryOf<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Map<string, Value>();
  map.set(key, made);
  return made;
}

function variantsOf({ variants }: Row): Readonly<Record<string, string>> {
  return JSON.parse(variants) as Record<string, string>;
}

/** So many at once: more than most reports have, and never so many that memory runs short. */
const rowsPerQuery = 2_000;

async function* readRows(knex: Knex, funnel: string, { from, to }: ReportQuery): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const after = last ? [last.day, last.version, last.locale, last.utm_source, last.variants] : firstKey;
    const bindings = [funnel, from, to, ...after, rowsPerQuery];
    const { rows } = (await knex.raw(countsText, bindings)) as { readonly rows: readonly Row[] };
    yield* rows;
    last = rows.length === rowsPerQuery ? rows.at(-1) : undefined;
  } while (last);
}

/** Before the key of any row. */
const firstKey = ['-infinity', '', '', '', ''];

const countsText = `
  SELECT version, to_char(day, 'YYYY-MM-DD') AS day, locale, utm_source, variants, counts
  FROM quiz_counts
  WHERE funnel = ? AND day >= coalesce(?::date, '-infinity') AND day <= coalesce(?::date, 'infinity')
    AND (day, version, locale, utm_source, variants) > (?::date, ?, ?, ?, ?)
  ORDER BY day, version, locale, utm_source, variants
  LIMIT ?`;
