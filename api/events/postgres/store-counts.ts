import type { Knex } from 'knex';
import type { VisitCounts } from '../counting/count-visit.ts';
import type { Counts } from '../counting/counts.ts';
import type { SingleBatch } from './stored-visits.ts';

/** What counting writes. Only one process counts at a time, so what was read is what is there. */

/** A row of `quiz_visits`. */
export interface QuizVisitRow {
  readonly id: string;
  readonly funnel: string;
  readonly version: string;
  readonly seed: string;
  readonly first: boolean;
  readonly started_at: Date;
  readonly locale: string;
  readonly utm_source: string;
  readonly variants: Readonly<Record<string, string>>;
  readonly met: Readonly<Record<string, string>>;
  readonly last_step: string;
  readonly outcome: string | null;
  readonly signed_up_at: Date | null;
  readonly paid_at: Date | null;
  /** As JSON can say bytes. */
  readonly log: string;
}

/** Adds the changes to the rows of `quiz_counts`. */
export async function storeCounts(trx: Knex, rows: readonly RowChange[]): Promise<void> {
  if (!rows.length) return;
  const keys = JSON.stringify(rows.map(({ key }, place) => ({ place, ...key })));
  const { rows: found } = (await trx.raw(readText, [keys])) as { readonly rows: readonly FoundRow[] };
  const known = new Map(found.map(({ place, counts }) => [place, counts]));
  const sums = rows.map(({ key, changes }, place) => ({
    ...key,
    counts: withChanges(known.get(place) ?? {}, changes),
  }));
  await trx.raw(writeText, [JSON.stringify(sums)]);
}

interface FoundRow {
  readonly place: number;
  readonly counts: Counts;
}

const keyNames = 'funnel, day, version, locale, utm_source, variants' satisfies string;
const keyColumns = 'funnel text, day date, version text, locale text, utm_source text, variants text';

const readText = `
  SELECT place, counts FROM jsonb_to_recordset(?::jsonb) AS changed (place integer, ${keyColumns})
  JOIN quiz_counts USING (${keyNames})`;

const writeText = `
  INSERT INTO quiz_counts (${keyNames}, counts)
  SELECT ${keyNames}, counts FROM jsonb_to_recordset(?::jsonb) AS sums (${keyColumns}, counts jsonb)
  ON CONFLICT (${keyNames}) DO UPDATE SET counts = excluded.counts`;

/** Writes down visits as far as they are known now. */
export async function storeVisits(trx: Knex, rows: readonly QuizVisitRow[]): Promise<void> {
  if (rows.length) await trx.raw(visitsText, [JSON.stringify(rows)]);
}

const visitsText = `
  INSERT INTO quiz_visits SELECT * FROM jsonb_populate_recordset(NULL::quiz_visits, ?::jsonb)
  ON CONFLICT (id) DO UPDATE SET
    funnel = excluded.funnel, version = excluded.version, seed = excluded.seed, first = excluded.first, started_at = excluded.started_at,
    locale = excluded.locale, utm_source = excluded.utm_source, variants = excluded.variants, met = excluded.met,
    last_step = excluded.last_step, outcome = excluded.outcome, signed_up_at = excluded.signed_up_at,
    paid_at = excluded.paid_at, log = excluded.log`;

/** Removes batches that are in a log now. */
export async function removeBatches(trx: Knex, batches: readonly SingleBatch[]): Promise<void> {
  if (batches.length) await trx.raw(`DELETE FROM event_batches AS batch USING ${namedBatches}`, [keysOf(batches)]);
}

/** Marks batches as counted that belong to no visit yet, as its first one has not come. */
export async function markCounted(trx: Knex, batches: readonly SingleBatch[]): Promise<void> {
  const text = `UPDATE event_batches AS batch SET counted_at = now() FROM ${namedBatches}`;
  if (batches.length) await trx.raw(text, [keysOf(batches)]);
}

const namedBatches = `jsonb_to_recordset(?::jsonb) AS named (day date, visit uuid, page bigint, n integer)
  WHERE batch.day = named.day AND batch.visit = named.visit AND batch.page = named.page AND batch.n = named.n`;

function keysOf(batches: readonly SingleBatch[]): string {
  return JSON.stringify(batches.map(({ day, visit, page, n }) => ({ day, visit, page, n })));
}

/** The row of `quiz_counts` for a visit with these things. */
export function countsKey(visit: Omit<CountsKey, 'variants'>, variants: Readonly<Record<string, string>>): CountsKey {
  const { funnel, version, day, locale, utm_source } = visit;
  const sorted = Object.entries(variants).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { funnel, version, day, locale, utm_source, variants: JSON.stringify(Object.fromEntries(sorted)) };
}

/** The row of `quiz_counts` that a visit is counted in. */
export interface CountsKey {
  readonly funnel: string;
  readonly version: string;
  readonly day: string;
  readonly locale: string;
  readonly utm_source: string;
  /** Variant by experiment as JSON with sorted keys. */
  readonly variants: string;
}

/** What has to be added to a row of `quiz_counts`; nothing in it is 0. */
interface RowChange {
  readonly key: CountsKey;
  readonly changes: ReadonlyMap<string, number>;
}

/** Gathers what has to be added to which row. */
export class Difference {
  readonly #rows = new Map<string, { readonly key: CountsKey; readonly changes: Map<string, number> }>();

  /** Counts a visit in a row, or with -1 takes it out. */
  add(key: CountsKey, counts: VisitCounts, sign: 1 | -1): void {
    const name = JSON.stringify([key.funnel, key.day, key.version, key.locale, key.utm_source, key.variants]);
    const row = this.#rows.get(name) ?? { key, changes: new Map<string, number>() };
    this.#rows.set(name, row);
    for (const [count, number] of counts) {
      row.changes.set(count, (row.changes.get(count) ?? 0) + sign * number);
    }
  }

  /** The rows that change. */
  get rows(): readonly RowChange[] {
    const rows = [...this.#rows.values()].map(({ key, changes }) => ({
      key,
      changes: new Map([...changes].filter(([, number]) => number !== 0)),
    }));
    return rows.filter(({ changes }) => changes.size > 0);
  }
}

/** The counts with the changes; names that come to 0 are left out. */
function withChanges(counts: Counts, changes: ReadonlyMap<string, number>): Counts {
  const sums: Record<string, number> = { ...counts };
  for (const [name, number] of changes) {
    const sum = (sums[name] ?? 0) + number;
    if (sum === 0) delete sums[name];
    else sums[name] = sum;
  }
  return sums;
}
