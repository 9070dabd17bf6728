import type { VisitCounts } from './count-visit.ts';
import type { Counts } from './counts.ts';

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
export interface RowChange {
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
export function withChanges(counts: Counts, changes: ReadonlyMap<string, number>): Counts {
  const sums = new Map(Object.entries(counts));
  for (const [name, number] of changes) sums.set(name, (sums.get(name) ?? 0) + number);
  return Object.fromEntries([...sums].filter(([, number]) => number !== 0));
}
