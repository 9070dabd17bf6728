import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { isQuestion } from '../../run/answer.ts';
import { Budget } from '../solve/budget.ts';
import type { TooMany } from '../explore/analysis-record.ts';
import { Asks, type FunnelTerms, termsOf } from './asks.ts';
import { openAtOutcomes, openAtSteps } from './open-questions.ts';
import { Prover, together } from './prover.ts';
import { tryAll } from './replay.ts';
import { Search, unlessTooMany } from './search.ts';
import type { Disproved, StateExplosion, RecallUse, Verdicts } from './verdicts.ts';

/** About how many parts of visits one proof looks at; some 200,000 take a second, and funnels that people write take hundreds. */
export const defaultLimit = 150_000;

/** Proves what all visits of a funnel come to, and what those that show these recalls have answered by then. */
export function proveFunnel(
  funnel: CompiledFunnel,
  recalls: readonly RecallUse[] = [],
  limit: number = defaultLimit,
): Verdicts {
  const input = termsOf(funnel);
  const attempt = (terms: FunnelTerms, part: Part): Attempt =>
    unlessTooMany(
      () => new Prover(terms, limit)[part](recalls),
      (where) => where,
    );
  const prove = (part: Part): Attempt => {
    const first = attempt(input, part);
    return isTooMany(first) && input.regions.couldBeMore ? attempt(termsOf(funnel, 1), part) : first;
  };
  const [steps, outcomes] = [prove('steps'), prove('outcomes')];
  const found = together([steps, outcomes].map((each) => (isTooMany(each) ? {} : each)));
  const tooMany = [steps, outcomes].find(isTooMany);
  if (!tooMany) return { kind: 'proved', ...found };
  const tried = tryAll(funnel);
  const open = [
    ...(isTooMany(steps) ? openAtSteps(input, recalls, tried) : []),
    ...(isTooMany(outcomes) ? openAtOutcomes(input, recalls, tried) : []),
  ];
  if (open.length === 0) return { kind: 'proved', ...found };
  return { kind: 'undecided', ...found, open, tried: tried.visits, ...explosionAt(funnel, tooMany) };
}

/** What is proved by itself. */
type Part = 'steps' | 'outcomes';
type Attempt = Partial<Disproved> | TooMany;

function isTooMany(attempt: Attempt): attempt is TooMany {
  return 'kind' in attempt;
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
  const end = { at: funnel.steps.length, moment: 'arriving', term } as const;
  const visit = unlessTooMany(
    () => search.find(end),
    () => undefined,
  );
  return visit && search.exampleOf(visit);
}
