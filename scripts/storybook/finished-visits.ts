import { describeVisits } from '../../engine/author/prove/describe-visits.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import type { FinishedVisit } from './step-states.ts';

/** The shortest visit to each outcome, in the order of the funnel. */
export function finishedVisits(funnel: CompiledFunnel): readonly FinishedVisit[] {
  const outcomes = describeVisits(funnel)?.outcomes ?? [];
  return outcomes.flatMap(({ id, shortest }) => (shortest ? [{ ...shortest, outcome: id }] : []));
}
