import type { Learned } from './lessons.ts';
import type { Slot } from './term.ts';
import { visitBy, type Visit } from './visit.ts';

/** Visits that have something in common. */
export interface Found {
  /** The shortest of them. */
  readonly shortest: Visit;
  /** How many there are, where they are counted, and the one with the longest. */
  readonly count: bigint;
  readonly longest: Visit;
}

/** What a sweep has found. */
export interface Sweeping {
  readonly kind: 'swept';
  /** By the number of each point: the visits for which it holds, if there are any. */
  readonly holding: ReadonlyMap<number, Found>;
  /** By the index of each step that somebody sees: the shortest visit that comes to see it. */
  readonly shown: ReadonlyMap<number, Visit>;
  /** By step and place in its `next`, as `placeOf` says: the shortest visit that has just gone this way. */
  readonly taken: ReadonlyMap<string, Visit>;
  readonly finished: Found | undefined;
}

/** Where a sweep was given up. */
export interface TooMany {
  readonly kind: 'too many';
  /** Index of the step that visits were leaving, or the number of steps. */
  readonly at: number;
  readonly remembered: readonly Slot[];
}

/** The name of an edge. */
export function placeOf({ at, number }: { readonly at: number; readonly number: number }): string {
  return `${at}:${number}`;
}

/** Keeps what a sweep finds. */
export class SweepRecord implements Sweeping {
  readonly kind = 'swept';
  readonly holding = new Map<number, Found>();
  readonly shown = new Map<number, Visit>();
  readonly taken = new Map<string, Visit>();
  finished: Found | undefined;
  readonly #counts: boolean;

  constructor(counts: boolean) {
    this.#counts = counts;
  }

  /** Notes the visits for which a point holds. Where nothing is counted, it is only asked for those that are shorter than what is known. */
  hold(number: number, visits: readonly Visit[], holds: (visit: Visit) => boolean, learned?: Learned): void {
    for (const visit of visits) {
      const known = this.holding.get(number);
      if (known && !this.#counts && visit.shown + (learned ? 1 : 0) >= known.shortest.shown) continue;
      if (holds(visit)) this.holding.set(number, together(known, learned ? passing(visit, learned) : visit));
    }
  }

  show(at: number, visits: readonly Visit[]): void {
    for (const visit of visits) {
      if (visit.shown < (this.shown.get(at)?.shown ?? Infinity)) this.shown.set(at, visit);
    }
  }

  take(edge: { readonly at: number; readonly number: number }, visits: readonly Visit[], learned: Learned): void {
    const place = placeOf(edge);
    for (const visit of visits) {
      if (visit.shown + 1 < (this.taken.get(place)?.shown ?? Infinity)) this.taken.set(place, passing(visit, learned));
    }
  }

  finish(visits: readonly Visit[]): void {
    for (const visit of visits) this.finished = together(this.finished, visit);
  }
}

function passing(visit: Visit, { by }: Learned): Visit {
  return visitBy(visit.at, { from: visit, by }, visit.vector);
}

function together(found: Found | undefined, visit: Visit): Found {
  if (!found) return { shortest: visit, count: visit.all?.count ?? 0n, longest: visit };
  return {
    shortest: visit.shown < found.shortest.shown ? visit : found.shortest,
    count: found.count + (visit.all?.count ?? 0n),
    longest: (visit.all?.shown ?? 0) > (found.longest.all?.shown ?? 0) ? visit : found.longest,
  };
}
