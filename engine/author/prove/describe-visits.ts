import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { Budget } from '../explore/budget.ts';
import { Terms } from '../expression/terms.ts';
import type { Reached, Visit } from '../explore/analysis-record.ts';
import { wiringOf } from '../explore/transitions.ts';
import { Asks, type FunnelTerms } from './asks.ts';
import { PartsSearch, Search, TooManyVisitsError, noVisit, unknown } from './search.ts';
import { play } from './replay.ts';

/** All visits of a funnel, for all answers, variants and query parameters. */
export interface VisitsDescription {
  /**
   * How many visits there are: each different way to answer all that is shown, for each variant and query parameter that
   * conditions on the way tell apart. A text or an address is given or left empty, as if there were one of each that
   * conditions can tell apart.
   */
  readonly visits: bigint;
  readonly shortest: ExampleVisit;
  readonly longest: ExampleVisit;
  /** In the order of the funnel. */
  readonly outcomes: readonly OutcomeVisits[];
}

export interface OutcomeVisits {
  readonly id: string;
  readonly visits: bigint;
  /** `null` if no visitor gets the outcome. */
  readonly shortest: ExampleVisit | null;
}

/** About how many parts of visits a description looks at: as all outcomes are looked at together, more than a proof does. */
const maxExplored = 2_000_000;

/** For examples only ways matter, which a proof has looked at too. */
const exampleLimit = 400_000;

/** Describes all visits; nothing if there are more than can be looked at. */
export function describeVisits(funnel: CompiledFunnel): VisitsDescription | undefined {
  const terms = new Terms();
  const input = { funnel, terms, wiring: wiringOf(funnel, terms) };
  const search = new Search(input, new Budget(maxExplored));
  const points = new Asks(input).outcomes.map(
    ({ gets }) => ({ at: funnel.steps.length, moment: 'arriving', term: gets }) as const,
  );
  try {
    const { finished, holding } = search.analyse({ points, counts: true });
    const outcomes = funnel.outcomes.map(({ id }, number) => {
      const found = holding.get(number);
      return { id, visits: found?.count ?? 0n, shortest: found ? search.exampleOf(found.shortest) : null };
    });
    if (!finished) throw new Error('No visit finishes.');
    const { count, shortest, longest } = finished;
    return {
      visits: count,
      shortest: search.exampleOf(shortest),
      longest: search.exampleOf(alongLongest(longest)),
      outcomes,
    };
  } catch (error) {
    if (error instanceof TooManyVisitsError) return undefined;
    throw error;
  }
}

/**
 * The shortest visit to each step that visitors see: its last entry is that step, without an answer. Where
 * there are more visits than can be looked at, some visit that does; a step for which none can be found so is left out.
 */
export function exampleVisits(funnel: CompiledFunnel, limit: number = exampleLimit): ReadonlyMap<string, ExampleVisit> {
  const terms = new Terms();
  const input = { funnel, terms, wiring: wiringOf(funnel, terms) };
  const search = new Search(input, new Budget(limit));
  try {
    const inOrder = [...search.analyse({}).shown].toSorted(([one], [other]) => one - other);
    return new Map(inOrder.map(([at, visit]) => [funnel.steps[at]!.id, search.exampleAt(visit)]));
  } catch (error) {
    if (error instanceof TooManyVisitsError) return new Map(examplesInParts(input, limit));
    throw error;
  }
}

function* examplesInParts(input: FunnelTerms, limit: number): Iterable<readonly [string, ExampleVisit]> {
  const { funnel, terms } = input;
  const parts = new PartsSearch(input, limit);
  for (const [at, { id }] of funnel.steps.entries()) {
    const point = { at, moment: 'shown', term: terms.true } as const;
    const visit = parts.find(point);
    if (visit !== noVisit && visit !== unknown) yield [id, play(funnel, visit, point)];
  }
}

/** The longest visit that comes to the same place as this one. */
function alongLongest(visit: Visit): Visit {
  const parts: Reached[] = [];
  for (let reached = visit.all!.reached; reached; reached = reached.from.all!.reached) parts.push(reached);
  let whole: Visit = { ...visit, reached: null };
  for (const { from, by } of parts.toReversed())
    whole = { ...visit, at: visit.at, reached: { from: { ...whole, at: from.at }, by } };
  return whole;
}
