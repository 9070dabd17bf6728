import { questionOf } from '../steps/index.ts';
import type { Candidate, CandidateInput } from './candidate.ts';

/** Answers that a step takes: at least one of each kind that conditions can tell apart. */
export function candidates(input: CandidateInput): Iterable<Candidate> {
  return questionOf(input.step.type)?.candidates(input) ?? [{ answer: undefined, points: [], count: 1n }];
}
