import type { ExampleVisit } from '../../problem.ts';
import type { Budget } from '../explore/budget.ts';
import type { Point } from '../explore/conditions-in-use.ts';
import { exampleUpTo } from '../explore/example-visit.ts';
import { sweep } from '../explore/sweep.ts';
import { type Sweeping, type TooMany } from '../explore/sweep-record.ts';
import type { Visit } from '../explore/visit.ts';
import type { FunnelTerms } from './asks.ts';
import { withOutcome } from './replay.ts';
import { sliceFor } from './slice.ts';

/** Thrown where a funnel is beyond what is looked at. */
export class TooManyVisitsError extends Error {
  readonly where: TooMany;

  constructor(where: TooMany) {
    super('There are too many visits to look at.');
    this.where = where;
  }
}

export interface SearchInput {
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

  sweep({ points = [], until = this.#terms.wiring.length, ...rest }: SearchInput): Sweeping {
    const found = sweep({ ...this.#terms, ...rest, points, until, budget: this.#budget });
    if (found.kind === 'too many') throw new TooManyVisitsError(found);
    return found;
  }

  /** The shortest visit for which this holds. */
  find(point: Point): Visit | undefined {
    return this.sweep({ points: [point], until: point.at }).holding.get(0)?.shortest;
  }

  /** What matters of some visit that comes through these points: looks only at what can matter to that. */
  findInSlice(point: Point, through?: Point): ExampleVisit | undefined {
    const { funnel, wiring } = this.#terms;
    this.#budget.spend(wiring.length / 4); // the slice is cut out of all of it
    if (this.#budget.isSpent) throw new TooManyVisitsError({ kind: 'too many', at: point.at, remembered: [] });
    const slice = sliceFor(funnel, wiring, through ? [point, through] : [point]);
    const only = { points: [point], until: point.at, budget: this.#budget, ...(through && { through }) };
    const found = sweep({ ...this.#terms, wiring: slice, ...only });
    if (found.kind === 'too many') throw new TooManyVisitsError(found);
    const visit = found.holding.get(0)?.shortest;
    return visit && exampleUpTo(funnel.steps, visit);
  }

  /** A visit with the steps that it has passed; with its outcome at the finish. */
  told(visit: Visit): ExampleVisit {
    const { funnel } = this.#terms;
    const passed = exampleUpTo(funnel.steps, visit);
    return visit.at === funnel.steps.length ? withOutcome(funnel, passed) : passed;
  }

  /** The same, and that it comes to see the step it is at. */
  toldAt(visit: Visit): ExampleVisit {
    const passed = this.told(visit);
    return { ...passed, steps: [...passed.steps, { step: this.#terms.funnel.steps[visit.at]!.id }] };
  }

  /** The shortest visit that is shown something after a step, or finishes. */
  toldAfter(at: number, { shown, finished }: Sweeping): ExampleVisit {
    let next: Visit | undefined;
    for (const [step, visit] of shown) if (step > at && (!next || visit.shown < next.shown)) next = visit;
    const isFinish = finished && (!next || finished.shortest.shown <= next.shown);
    return isFinish ? this.told(finished.shortest) : this.toldAt(next!);
  }
}
