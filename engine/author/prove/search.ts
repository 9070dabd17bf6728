import type { Budget } from '../solve/budget.ts';
import { exampleUpTo, type Analysis, type TooMany, type ShortestVisit } from '../explore/analysis-record.ts';
import { analyseForward } from '../explore/forward-analysis.ts';
import type { VisitQuery } from '../explore/transitions.ts';
import type { FunnelTerms } from './asks.ts';
import { withOutcome } from './replay.ts';
import type { ExampleVisit } from '../../problem.ts';

/** Thrown where a funnel is beyond what is looked at. */
class TooManyVisitsError extends Error {
  readonly where: TooMany;

  constructor(where: TooMany) {
    super('There are too many visits to look at.');
    this.where = where;
  }
}

/** What a search finds; where it comes upon too many visits, what there is instead. */
export function unlessTooMany<Found, Instead>(
  find: () => Found,
  instead: (where: TooMany) => Instead,
): Found | Instead {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooManyVisitsError) return instead(error.where);
    throw error;
  }
}

interface SearchInput {
  readonly points?: readonly VisitQuery[];
  readonly through?: VisitQuery;
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
  find(point: VisitQuery): ShortestVisit | undefined {
    return this.analyse({ points: [point], until: point.at }).holding.get(0)?.shortest;
  }

  /** A visit with the steps that it has passed; with its outcome at the finish. */
  exampleOf(visit: ShortestVisit): ExampleVisit {
    const { funnel, regions } = this.#terms;
    const passed = exampleUpTo(funnel.steps, visit, (assumed) => regions.answersFor(assumed));
    return visit.at === funnel.steps.length ? withOutcome(funnel, passed) : passed;
  }

  /** The same, and that it comes to see the step it is at. */
  exampleAt(visit: ShortestVisit): ExampleVisit {
    const passed = this.exampleOf(visit);
    return { ...passed, steps: [...passed.steps, { step: this.#terms.funnel.steps[visit.at]!.id }] };
  }

  /** The shortest visit that is shown something after a step, or finishes. */
  exampleAfter(at: number, { shown, finished }: Analysis): ExampleVisit {
    let next: ShortestVisit | undefined;
    for (const [step, visit] of shown) if (step > at && (!next || visit.shown < next.shown)) next = visit;
    const isFinish = finished && (!next || finished.shortest.shown <= next.shown);
    return isFinish ? this.exampleOf(finished.shortest) : this.exampleAt(next!);
  }
}
