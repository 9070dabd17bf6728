import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { isQuestion } from '../../run/answer.ts';
import { Budget } from '../solve/budget.ts';
import type { TooMany } from '../explore/analysis-record.ts';
import { Asks, type FunnelTerms, termsOf } from './asks.ts';
import { proveInParts } from './prove-in-parts.ts';
import { Prover } from './prover.ts';
import { Search, TooManyVisitsError } from './search.ts';
import type { Proof, StateExplosion, RecallUse, Verdicts } from './verdicts.ts';

/** About how many parts of visits one proof looks at; some 200,000 take a second, and funnels that people write take hundreds. */
const defaultLimit = 150_000;

/** Proves what all visits of a funnel come to, and what those that show these recalls have answered by then. */
export function proveFunnel(
  funnel: CompiledFunnel,
  recalls: readonly RecallUse[] = [],
  limit: number = defaultLimit,
): Verdicts {
  const input = termsOf(funnel);
  const first = proveTogether(input, recalls, limit);
  if (first.kind === 'proved') return first;
  const inRegions = termsOf(funnel, 1);
  const second = input.regions.couldBeMore ? proveTogether(inRegions, recalls, limit) : first;
  if (second.kind === 'proved') return second;
  const { open, tried, ...found } = proveInParts(inRegions, recalls, limit);
  return open.length === 0
    ? { kind: 'proved', ...found }
    : { kind: 'undecided', ...found, open, tried, ...explosionAt(funnel, second) };
}

function proveTogether(input: FunnelTerms, recalls: readonly RecallUse[], limit: number): Proof | TooMany {
  try {
    return { kind: 'proved', ...new Prover(input, limit).prove(recalls) };
  } catch (error) {
    if (error instanceof TooManyVisitsError) return error.where;
    throw error;
  }
}

/** Reported at the last question before it is too much. */
function explosionAt({ steps }: CompiledFunnel, { at, tracked }: TooMany): StateExplosion {
  const question = steps.slice(0, at + 1).findLast(isQuestion);
  const names = new Set(tracked.map((slot) => slot.slice(slot.indexOf(' ') + 1)));
  if (question) names.add(question.field);
  return { step: (question ?? steps[0]!).id, tracked: [...names] };
}

/** The shortest visit that gets no outcome, if there is one, and if the visits aren't too many. */
export function findVisitWithoutOutcome(funnel: CompiledFunnel): ExampleVisit | undefined {
  const input = termsOf(funnel);
  const { terms } = input;
  const none = new Asks(input).outcomes.map(({ holds }) => terms.operation('not', [holds]));
  const term = none.reduce((all, each) => terms.operation('and', [all, each]), terms.true);
  const search = new Search(input, new Budget(defaultLimit));
  try {
    const visit = search.find({ at: funnel.steps.length, moment: 'arriving', term });
    return visit && search.exampleOf(visit);
  } catch (error) {
    if (error instanceof TooManyVisitsError) return undefined;
    throw error;
  }
}
