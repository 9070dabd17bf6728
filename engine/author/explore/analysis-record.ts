import type { Consequence } from './substitutions.ts';
import type { Slot, Term } from '../expression/terms.ts';
import type { VisitMove } from './visit-state.ts';
import type { Answer, CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';

/** Visits that have something in common. */
export interface Found {
  /** The shortest of them. */
  readonly shortest: ShortestVisit;
  /** How many there are, where they are counted, and the one with the longest. */
  readonly count: bigint;
  readonly longest: ShortestVisit;
}

/** What a forward analysis has found. */
export interface Analysis {
  readonly kind: 'analysed';
  /** By the number of each point: the visits for which it holds, if there are any. */
  readonly holding: ReadonlyMap<number, Found>;
  /** By the index of each step that some visitor sees: the shortest visit that comes to see it. */
  readonly shown: ReadonlyMap<number, ShortestVisit>;
  /** By step and place in its `next`, as `placeOf` says: the shortest visit that has just gone this way. */
  readonly taken: ReadonlyMap<string, ShortestVisit>;
  readonly finished: Found | undefined;
}

/** Where a forward analysis was abandoned. */
export interface TooMany {
  readonly kind: 'too many';
  /** Index of the step that visits were leaving, or the number of steps. */
  readonly at: number;
  readonly tracked: readonly Slot[];
}

/** The name of an edge. */
export function placeOf({ at, number }: { readonly at: number; readonly number: number }): string {
  return `${at}:${number}`;
}

/** Keeps what a forward analysis finds. */
export class AnalysisRecord implements Analysis {
  readonly kind = 'analysed';
  readonly holding = new Map<number, Found>();
  readonly shown = new Map<number, ShortestVisit>();
  readonly taken = new Map<string, ShortestVisit>();
  finished: Found | undefined;
  readonly #counts: boolean;

  constructor(counts: boolean) {
    this.#counts = counts;
  }

  /**
   * Notes the visits for which a point holds, each as it is then. Where nothing is counted, it is only asked for those
   * that are shorter than what is known.
   */
  hold(
    number: number,
    visits: readonly ShortestVisit[],
    holding: (visit: ShortestVisit) => ShortestVisit | undefined,
    learned?: Consequence,
  ): void {
    for (const visit of visits) {
      const known = this.holding.get(number);
      if (known && !this.#counts && visit.shown + (learned ? 1 : 0) >= known.shortest.shown) continue;
      const found = holding(visit);
      if (found) this.holding.set(number, together(known, learned ? passing(found, learned) : found));
    }
  }

  show(at: number, visits: readonly ShortestVisit[]): void {
    for (const visit of visits) {
      if (visit.shown < (this.shown.get(at)?.shown ?? Infinity)) this.shown.set(at, visit);
    }
  }

  take(
    edge: { readonly at: number; readonly number: number },
    visits: readonly ShortestVisit[],
    learned: Consequence,
  ): void {
    const place = placeOf(edge);
    for (const visit of visits) {
      if (visit.shown + 1 < (this.taken.get(place)?.shown ?? Infinity)) this.taken.set(place, passing(visit, learned));
    }
  }

  finish(visits: readonly ShortestVisit[]): void {
    for (const visit of visits) this.finished = together(this.finished, visit);
  }
}

function passing(visit: ShortestVisit, { by }: Consequence): ShortestVisit {
  return visitBy(visit.at, { from: visit, by }, visit.vector);
}

function together(found: Found | undefined, visit: ShortestVisit): Found {
  if (!found) return { shortest: visit, count: visit.all?.count ?? 0n, longest: visit };
  return {
    shortest: visit.shown < found.shortest.shown ? visit : found.shortest,
    count: found.count + (visit.all?.count ?? 0n),
    longest: (visit.all?.shown ?? 0) > (found.longest.all?.shown ?? 0) ? visit : found.longest,
  };
}

/** The last part of a visit: where it comes from, and what happened there. */
export interface Reached {
  readonly from: ShortestVisit;
  readonly by: VisitMove;
}

/** The shortest of all visits that have come to a place with the same past, as far as that matters. */
export interface ShortestVisit {
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
  { at, visits }: { readonly at: number; readonly visits: Map<number, ShortestVisit> },
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
export function firstVisit(vector: number, counts: boolean): ShortestVisit {
  const all = counts ? { count: 1n, shown: 0, reached: null } : undefined;
  return { at: 0, shown: 0, vector, reached: null, all };
}

/** The same visit with numbers for which this holds too. */
export function assumeOf(visit: ShortestVisit, term: Term): ShortestVisit {
  return visitBy(visit.at, { from: visit, by: { kind: 'assumed', term } }, visit.vector);
}

/** The visit that goes on so. */
function visitBy(at: number, reached: Reached, vector: number): ShortestVisit {
  return { at, shown: shownBy(reached), vector, reached, all: allBy(reached) };
}

function shownBy({ from, by }: Reached): number {
  return by.kind === 'passed' ? from.shown + 1 : from.shown;
}

function allBy(reached: Reached): ShortestVisit['all'] {
  const { from, by } = reached;
  if (!from.all) return undefined;
  const count = 'count' in by ? from.all.count * by.count : from.all.count;
  return { count, shown: from.all.shown + (by.kind === 'passed' ? 1 : 0), reached };
}

/** Answers for numbers by their names, for which what is assumed holds. */
type NumbersFor = (assumed: readonly Term[]) => (number: Slot) => Answer | undefined;

/** The steps that a visit has passed, and those variants and query parameters that mattered on its way. */
export function exampleUpTo(
  steps: CompiledFunnel['steps'],
  visit: ShortestVisit,
  numbersFor: NumbersFor,
): ExampleVisit {
  const variants: Record<string, string> = {};
  const query: Record<string, string> = {};
  const passed: { step: string; answer?: Answer }[] = [];
  const numberOf = numbersFor(assumedBy(visit));
  for (let { reached } = visit; reached; { reached } = reached.from) {
    const { from, by } = reached;
    if (by.kind === 'variant') variants[by.experiment] = by.variant;
    if (by.kind === 'query' && by.value !== undefined) query[by.name] = by.value;
    const later = passed.at(-1);
    if (by.kind === 'part' && later && by.answer.length > 0)
      later.answer = [...by.answer, ...((later.answer as readonly string[]) ?? [])];
    if (by.kind !== 'passed') continue;
    const answer = by.number ? numberOf(by.number) : by.answer;
    passed.push({ step: steps[from.at]!.id, ...(answer !== undefined && { answer }) });
  }
  return {
    ...(Object.keys(variants).length > 0 && { variants }),
    ...(Object.keys(query).length > 0 && { query }),
    steps: passed.reverse(),
  };
}

function assumedBy(visit: ShortestVisit): readonly Term[] {
  const assumed: Term[] = [];
  for (let { reached } = visit; reached; { reached } = reached.from)
    if (reached.by.kind === 'assumed') assumed.push(reached.by.term);
  return assumed;
}
