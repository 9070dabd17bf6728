import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { Budget } from '../solve/budget.ts';
import type { Reached, Visit } from '../explore/analysis-record.ts';
import type { Point } from '../explore/transitions.ts';
import { Asks, type FunnelTerms, termsOf } from './asks.ts';
import { estimateVisits } from './estimate-visits.ts';
import { PartsSearch, Search, TooManyVisitsError, noVisit, unknown } from './search.ts';
import { play, triedVisits } from './replay.ts';

/** All visits of a funnel, for all answers, variants and query parameters. */
export interface VisitsDescription {
  /**
   * How many visits there are: each different way to answer all that is shown, for each variant and query parameter that
   * conditions on the way tell apart. A text or an address is given or left empty, as if there were one of each that
   * conditions can tell apart.
   */
  readonly visits: bigint;
  /** From how many visits at random the numbers are estimated; null where they are counted. The longest is that of these. */
  readonly sample: number | null;
  readonly shortest: ExampleVisit;
  readonly longest: ExampleVisit;
  /** In the order of the funnel. */
  readonly outcomes: readonly OutcomeVisits[];
}

export interface OutcomeVisits {
  readonly id: string;
  readonly visits: bigint;
  /** `null` if no visitor gets the outcome, and where numbers are estimated, if none is found who does. */
  readonly shortest: ExampleVisit | null;
}

/** About how many parts of visits a description looks at: as all outcomes are looked at together, more than a proof does. */
const maxExplored = 300_000;

/** For examples only ways matter, which a proof has looked at too. */
const exampleLimit = 150_000;

/** Beside a sample, less is looked at: that there are many visits has taken its time. */
const sampleLimit = 40_000;

/** Describes all visits; by a sample of them, if there are more than can be counted. */
export function describeVisits(funnel: CompiledFunnel, limit: number = maxExplored): VisitsDescription {
  const input = termsOf(funnel);
  const search = new Search(input, new Budget(limit));
  const points = outcomePoints(input);
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
      sample: null,
      shortest: search.exampleOf(shortest),
      longest: search.exampleOf(alongLongest(longest)),
      outcomes,
    };
  } catch (error) {
    if (error instanceof TooManyVisitsError) return describeSample(funnel);
    throw error;
  }
}

function describeSample(funnel: CompiledFunnel): VisitsDescription {
  const { visits, sample, byOutcome, shortest, longest } = estimateVisits(funnel);
  const examples = exampleOutcomes(funnel, sampleLimit);
  const outcomes = funnel.outcomes.map(({ id }) => {
    return { id, visits: byOutcome.get(id) ?? 0n, shortest: examples.get(id) ?? null };
  });
  const known = [shortest, ...examples.values()];
  const shortestKnown = known.reduce((one, other) => (other.steps.length < one.steps.length ? other : one));
  return { visits, sample, shortest: shortestKnown, longest, outcomes };
}

/**
 * The shortest visit to each step that visitors see: its last entry is that step, without an answer. Where
 * there are more visits than can be looked at, some visit that does; a step for which none can be found so is left out.
 */
export function exampleVisits(funnel: CompiledFunnel, limit: number = exampleLimit): ReadonlyMap<string, ExampleVisit> {
  const input = termsOf(funnel);
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
  const tried = triedExamples(funnel);
  for (const [at, { id }] of funnel.steps.entries()) {
    const point = { at, moment: 'shown', term: terms.true } as const;
    const visit = parts.find(point);
    if (visit === noVisit) continue;
    const example = visit === unknown ? tried.get(id) : play(funnel, visit, point);
    if (example) yield [id, example];
  }
}

/** The shortest visit to each outcome that visitors get, in their order; where there are too many, some visit, if one is found. */
export function exampleOutcomes(
  funnel: CompiledFunnel,
  limit: number = exampleLimit,
): ReadonlyMap<string, ExampleVisit> {
  const input = termsOf(funnel);
  const points = outcomePoints(input);
  const search = new Search(input, new Budget(limit));
  const found = new Map<string, ExampleVisit>();
  try {
    const { holding } = search.analyse({ points });
    for (const [number, { id }] of funnel.outcomes.entries()) {
      const visit = holding.get(number);
      if (visit) found.set(id, search.exampleOf(visit.shortest));
    }
    return found;
  } catch (error) {
    if (!(error instanceof TooManyVisitsError)) throw error;
  }
  const tried = new Map([...triedVisits(funnel)].map((visit) => [visit.outcome, visit]));
  const parts = new PartsSearch(input, limit);
  for (const [number, { id }] of funnel.outcomes.entries()) {
    const known = tried.get(id) ?? parts.find(points[number]!);
    if (typeof known !== 'string') found.set(id, tried.has(id) ? known : play(funnel, known));
  }
  return found;
}

/** That a visit gets each of the outcomes. */
function outcomePoints(input: FunnelTerms): readonly Point[] {
  return new Asks(input).outcomes.map(({ gets }) => ({
    at: input.funnel.steps.length,
    moment: 'arriving',
    term: gets,
  }));
}

/** For each step that is seen in the visits that are tried, the shortest beginning of one that comes to it. */
function triedExamples(funnel: CompiledFunnel): ReadonlyMap<string, ExampleVisit> {
  const examples = new Map<string, ExampleVisit>();
  for (const { outcome: _, ...visit } of triedVisits(funnel)) {
    for (const [at, { step }] of visit.steps.entries()) {
      if ((examples.get(step)?.steps.length ?? Infinity) <= at + 1) continue;
      examples.set(step, { ...visit, steps: [...visit.steps.slice(0, at), { step }] });
    }
  }
  return examples;
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
