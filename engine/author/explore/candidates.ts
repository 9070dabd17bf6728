import { checkAnswer, isOptional, tidyAnswer } from '../../run/answer.ts';
import { chooseSome } from './choose-some.ts';
import { pointsOf, type Candidate, type CandidateInput } from './candidate.ts';
import { numbersToTry } from './numbers-to-try.ts';
import type { Range } from './visit-state.ts';

/** Answers that a step takes: at least one of each kind that conditions can tell apart. */
export function* candidates(input: CandidateInput): Iterable<Candidate> {
  const { step, comparisons, dimensions } = input;
  switch (step.type) {
    case 'single_choice':
      for (const option of step.options) {
        const points = dimensions.map((dimension) => exactly(pointsOf(option, dimension)));
        yield { answer: option.key, points, count: 1n };
      }
      break;
    case 'multiple_choice':
      yield* chooseSome({ ...input, step });
      break;
    case 'number':
      for (const { number, count } of numbersToTry(step, comparisons)) yield { answer: number, points: [], count };
      break;
    case 'text':
    case 'email':
      for (const text of input.texts) {
        const answer = checkAnswer(step, text) === null ? tidyAnswer(step, text) : undefined;
        if (answer !== undefined) yield { answer, points: [], count: 1n };
      }
      if (isOptional(step)) yield { answer: undefined, points: [], count: 1n };
      break;
    default:
      yield { answer: undefined, points: [], count: 1n };
  }
}

function exactly(points: number): Range {
  return { least: points, most: points };
}
