import { Budget } from '../solve/budget.ts';
import { sumOf } from '../explore/substitutions.ts';
import { exampleUpTo, type Analysis, type TooMany, type Visit } from '../explore/analysis-record.ts';
import { analyseForward } from '../explore/forward-analysis.ts';
import type { Slot } from '../expression/terms.ts';
import type { Point, StepWiring } from '../explore/transitions.ts';
import { arrivingAt, type FunnelTerms, shownAt } from './asks.ts';
import { withOutcome } from './replay.ts';
import type { CompiledFunnel, CompiledStep } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';

/** Thrown where a funnel is beyond what is looked at. */
export class TooManyVisitsError extends Error {
  readonly where: TooMany;

  constructor(where: TooMany) {
    super('There are too many visits to look at.');
    this.where = where;
  }
}

interface SearchInput {
  readonly points?: readonly Point[];
  readonly through?: Point;
  /** Where visits need not be followed any further; the finish, if it isn't said. */
  readonly until?: number;
  readonly counts?: boolean;
}

/** Finds visits of one funnel. */
export class Search {
  readonly #terms: FunnelTerms;
  readonly #budget: Budget;

  constructor(terms: FunnelTerms, budget: Budget) {
    this.#terms = terms;
    this.#budget = budget;
  }

  analyse({ points = [], until = this.#terms.wiring.length, ...rest }: SearchInput): Analysis {
    const regions = rest.counts ? undefined : this.#terms.regions; // regions have visits that no one has counted
    const found = analyseForward({ ...this.#terms, ...rest, regions, points, until, budget: this.#budget });
    if (found.kind === 'too many') throw new TooManyVisitsError(found);
    return found;
  }

  /** The shortest visit for which this holds. */
  find(point: Point): Visit | undefined {
    return this.analyse({ points: [point], until: point.at }).holding.get(0)?.shortest;
  }

  /** What matters of some visit that comes through these points: looks only at what can matter to that. */
  findInSlice(point: Point, through?: Point): ExampleVisit | undefined {
    const { funnel, wiring } = this.#terms;
    this.#budget.spend(wiring.length / 4); // the slice is cut out of all of it
    if (this.#budget.isSpent) throw new TooManyVisitsError({ kind: 'too many', at: point.at, tracked: [] });
    const slice = sliceFor(funnel, wiring, through ? [point, through] : [point]);
    const only = { points: [point], until: point.at, budget: this.#budget, ...(through && { through }) };
    const found = analyseForward({ ...this.#terms, wiring: slice, ...only });
    if (found.kind === 'too many') throw new TooManyVisitsError(found);
    const visit = found.holding.get(0)?.shortest;
    return visit && this.#passedBy(visit);
  }

  /** A visit with the steps that it has passed; with its outcome at the finish. */
  exampleOf(visit: Visit): ExampleVisit {
    const { funnel } = this.#terms;
    const passed = this.#passedBy(visit);
    return visit.at === funnel.steps.length ? withOutcome(funnel, passed) : passed;
  }

  #passedBy(visit: Visit): ExampleVisit {
    const { funnel, regions } = this.#terms;
    return exampleUpTo(funnel.steps, visit, (assumed) => regions.answersFor(assumed));
  }

  /** The same, and that it comes to see the step it is at. */
  exampleAt(visit: Visit): ExampleVisit {
    const passed = this.exampleOf(visit);
    return { ...passed, steps: [...passed.steps, { step: this.#terms.funnel.steps[visit.at]!.id }] };
  }

  /** The shortest visit that is shown something after a step, or finishes. */
  exampleAfter(at: number, { shown, finished }: Analysis): ExampleVisit {
    let next: Visit | undefined;
    for (const [step, visit] of shown) if (step > at && (!next || visit.shown < next.shown)) next = visit;
    const isFinish = finished && (!next || finished.shortest.shown <= next.shown);
    return isFinish ? this.exampleOf(finished.shortest) : this.exampleAt(next!);
  }
}

/**
 * The ways of a funnel without the decisions that can't matter to whether some visit comes through these points: those
 * between whose ways, up to where all of them meet again, nothing lies that matters. There the visit goes straight on. What
 * some visit does in the slice, some visit does in the funnel, and the other way round; only the steps between differ.
 */
function sliceFor(
  { steps }: CompiledFunnel,
  wiring: readonly StepWiring[],
  points: readonly Point[],
): readonly StepWiring[] {
  const meets = meetingPlaces(wiring);
  const slots = new Set<Slot>(points.flatMap(({ term }) => [...term.slots]));
  const ownPlaces = new Set(points.map(({ at, moment }) => (moment === 'arriving' ? arrivingAt(at) : shownAt(at))));
  const decidedAt = new Set<number>();
  for (let size = -1; size < slots.size + decidedAt.size;) {
    size = slots.size + decidedAt.size;
    const before = countBefore(
      meets.length,
      (place) => ownPlaces.has(place) || (place % 2 === 1 && matters(steps[(place - 1) / 2]!, slots)),
    );
    for (const [at, { showIf, edges }] of wiring.entries()) {
      const decisions = [
        { place: arrivingAt(at), terms: showIf ? [showIf] : [] },
        { place: shownAt(at), terms: edges.flatMap(({ when }) => when ?? []) },
      ];
      for (const { place, terms } of decisions) {
        if (terms.length === 0 || before[meets[place]!] === before[place + 1]) continue;
        decidedAt.add(place);
        for (const term of terms) for (const slot of term.slots) slots.add(slot);
      }
    }
  }
  return wiring.map((step, at) => {
    if (step.showIf && !decidedAt.has(arrivingAt(at)))
      return { showIf: undefined, edges: straightTo(meets[arrivingAt(at)]!) };
    return decidedAt.has(shownAt(at)) ? step : { ...step, edges: straightTo(meets[shownAt(at)]!) };
  });
}

/** One way for all visitors, to the arrival at a step. */
function straightTo(place: number): StepWiring['edges'] {
  return [{ when: undefined, to: place / 2 }];
}

/** Whether something that matters is answered or scored on a step. */
function matters(step: CompiledStep, slots: ReadonlySet<Slot>): boolean {
  if ('field' in step && slots.has(`answer ${step.field}`)) return true;
  if (!('options' in step)) return false;
  return step.options.some(({ scores }) => Object.keys(scores ?? {}).some((name) => slots.has(sumOf(name))));
}

/** For each place how many of those before it are of a kind. */
function countBefore(places: number, isCounted: (place: number) => boolean): readonly number[] {
  const counts = [0];
  for (let place = 0; place < places; place += 1) counts.push(counts[place]! + (isCounted(place) ? 1 : 0));
  return counts;
}

/** For each place the first one after it that every way goes through. */
function meetingPlaces(wiring: readonly StepWiring[]): readonly number[] {
  const finish = arrivingAt(wiring.length);
  const meets = Array.from({ length: finish + 1 }, () => finish);
  const meet = (places: readonly number[]): number =>
    places.reduce((one, other) => {
      while (one !== other) {
        if (one < other) one = meets[one]!;
        else other = meets[other]!;
      }
      return one;
    });
  for (const [at, { showIf, edges }] of [...wiring.entries()].toReversed()) {
    meets[shownAt(at)] = edges.length > 0 ? meet(edges.map(({ to }) => arrivingAt(to))) : finish;
    meets[arrivingAt(at)] = showIf ? meet([shownAt(at), arrivingAt(at + 1)]) : shownAt(at);
  }
  return meets;
}

/** No visit does it: that is proved. */
export const noVisit = 'nobody';
/** Whether one does is beyond what is looked at. */
export const unknown = 'unknown';

/** At most this part of the work is done for one thing, so that others are looked at too. */
const share = 1 / 8;

/** Finds visits one by one, by looking only at what can matter to each: for funnels with too many visits. */
export class PartsSearch {
  readonly #input: FunnelTerms;
  readonly #share: number;
  #left: number;

  constructor(input: FunnelTerms, limit: number) {
    this.#input = input;
    this.#share = limit * share;
    this.#left = limit;
  }

  /** What matters of some visit that comes through these points; `play` makes a visit of it. */
  find(point: Point, through?: Point): ExampleVisit | typeof noVisit | typeof unknown {
    const budget = new Budget(Math.min(this.#share, this.#left));
    const before = budget.left;
    try {
      return new Search(this.#input, budget).findInSlice(point, through) ?? noVisit;
    } catch (error) {
      if (!(error instanceof TooManyVisitsError)) throw error;
      return unknown;
    } finally {
      this.#left -= before - budget.left;
    }
  }
}
