import type { VisitEvent } from './visit-state.ts';

/** The last part of a visit: where it comes from, and what happened there. */
export interface Reached {
  readonly from: Visit;
  readonly by: VisitEvent;
}

/** The shortest of all visits that have come to a place with the same past, as far as that matters. */
export interface Visit {
  /** Index of the step; the number of steps at the finish. */
  readonly at: number;
  /** How many steps it was shown. */
  shown: number;
  /** Its sums, by their number. */
  readonly vector: number;
  /** `null` at the start. */
  reached: Reached | null;
  /** How many visits there are, and the longest of them, where they are counted. */
  all: { count: bigint; shown: number; reached: Reached | null } | undefined;
}

/** Adds a visit to those that have come to the same place. */
export function addVisit(
  { at, visits }: { readonly at: number; readonly visits: Map<number, Visit> },
  reached: Reached,
  vector: number,
): void {
  const known = visits.get(vector);
  const shown = shownBy(reached);
  if (!known) {
    visits.set(vector, visitBy(at, reached, vector));
    return;
  }
  if (shown < known.shown) Object.assign(known, { shown, reached });
  if (!known.all) return;
  const more = allBy(reached)!;
  known.all.count += more.count;
  if (more.shown > known.all.shown) Object.assign(known.all, { shown: more.shown, reached });
}

/** Before the first step. */
export function firstVisit(vector: number, counts: boolean): Visit {
  const all = counts ? { count: 1n, shown: 0, reached: null } : undefined;
  return { at: 0, shown: 0, vector, reached: null, all };
}

/** The visit that goes on so. */
export function visitBy(at: number, reached: Reached, vector: number): Visit {
  return { at, shown: shownBy(reached), vector, reached, all: allBy(reached) };
}

function shownBy({ from, by }: Reached): number {
  return by.kind === 'passed' ? from.shown + 1 : from.shown;
}

function allBy(reached: Reached): Visit['all'] {
  const { from, by } = reached;
  if (!from.all) return undefined;
  if (by.kind !== 'passed') return { count: from.all.count, shown: from.all.shown, reached };
  return { count: from.all.count * by.count, shown: from.all.shown + 1, reached };
}
