import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { Budget } from '../solve/budget.ts';
import type { Reached, ShortestVisit } from '../explore/analysis-record.ts';
import type { VisitQuery } from '../explore/transitions.ts';
import { Asks, type FunnelTerms, termsOf } from './asks.ts';
import { estimateVisits } from './estimate-visits.ts';
import { Search, unlessTooMany } from './search.ts';
import { triedVisits } from './replay.ts';

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
  return unlessTooMany(
    () => describeAll(funnel, limit),
    () => describeSample(funnel),
  );
}

function describeAll(funnel: CompiledFunnel, limit: number): VisitsDescription {
  const input = termsOf(funnel);
  const search = new Search(input, new Budget(limit));
  const { finished, holding } = search.analyse({ points: outcomePoints(input), counts: true });
  const outcomes = funnel.outcomes.map(({ id }, number) => {
    const found = holding.get(number);
    return { id, visits: found?.count ?? 0n, shortest: found ? search.exampleOf(found.shortest) : null };
  });
  if (!finished) throw new Error('No visit finishes.');
  const { count, shortest, longest } = finished;
  const examples = { shortest: search.exampleOf(shortest), longest: search.exampleOf(alongLongest(longest)) };
  return { visits: count, sample: null, ...examples, outcomes };
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
 * The shortest visit to each step that visitors see: its last entry is that step, without an answer. Where there are more
 * visits than can be looked at, one of those that are tried; a step that none of them sees is left out.
 */
export function exampleVisits(funnel: CompiledFunnel, limit: number = exampleLimit): ReadonlyMap<string, ExampleVisit> {
  const search = new Search(termsOf(funnel), new Budget(limit));
  const examples = unlessTooMany(
    () => [...search.analyse({}).shown].map(([at, visit]) => [funnel.steps[at]!.id, search.exampleAt(visit)] as const),
    () => triedExamples(funnel),
  );
  return inOrderOf(funnel.steps, new Map(examples));
}

/**
 * The shortest visit to each outcome that visitors get; where there are too many, one of those that are tried, or the
 * shortest to one that none of them gets, if it is found.
 */
export function exampleOutcomes(
  funnel: CompiledFunnel,
  limit: number = exampleLimit,
): ReadonlyMap<string, ExampleVisit> {
  const input = termsOf(funnel);
  const points = outcomePoints(input);
  const shortest = (numbers: readonly number[]) => {
    const search = new Search(input, new Budget(limit));
    const asked = { points: numbers.map((number) => points[number]!) };
    return unlessTooMany(
      () =>
        [...search.analyse(asked).holding].map(
          ([at, visit]) => [funnel.outcomes[numbers[at]!]!.id, search.exampleOf(visit.shortest)] as const,
        ),
      () => undefined,
    );
  };
  const all = [...points.keys()];
  const found = shortest(all);
  if (found) return inOrderOf(funnel.outcomes, new Map(found));
  const tried = new Map([...triedVisits(funnel)].map((visit) => [visit.outcome!, visit]));
  const rare = shortest(all.filter((number) => !tried.has(funnel.outcomes[number]!.id)));
  return inOrderOf(funnel.outcomes, new Map([...tried, ...(rare ?? [])]));
}

function inOrderOf(
  all: readonly { readonly id: string }[],
  examples: ReadonlyMap<string, ExampleVisit>,
): ReadonlyMap<string, ExampleVisit> {
  return new Map(all.flatMap(({ id }) => (examples.has(id) ? [[id, examples.get(id)!]] : [])));
}

/** That a visit gets each of the outcomes. */
function outcomePoints(input: FunnelTerms): readonly VisitQuery[] {
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
function alongLongest(visit: ShortestVisit): ShortestVisit {
  const parts: Reached[] = [];
  for (let reached = visit.all!.reached; reached; reached = reached.from.all!.reached) parts.push(reached);
  let whole: ShortestVisit = { ...visit, reached: null };
  for (const { from, by } of parts.toReversed())
    whole = { ...visit, at: visit.at, reached: { from: { ...whole, at: from.at }, by } };
  return whole;
}
