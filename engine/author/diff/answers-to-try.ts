import type { Answer, CompiledStep } from '../../model.ts';
import { checkAnswer, isOptional, tidyAnswer } from '../../run/answer.ts';
import { questionOf } from '../steps/index.ts';

/**
 * Answers that a step takes: at least one of each kind that its successor in another version, if there is one, can treat
 * differently. `undefined` where it can be left without an answer; that stands last.
 */
export function answersToTry(step: CompiledStep, heir?: CompiledStep): readonly (Answer | undefined)[] {
  const answers = new Map<string, Answer | undefined>();
  for (const answer of questionOf(step.type)?.againstHeir(step, heir) ?? []) {
    const given = checkAnswer(step, answer) === null ? tidyAnswer(step, answer) : undefined;
    if (given !== undefined) answers.set(JSON.stringify(given), given);
  }
  return isOptional(step) ? [...answers.values(), undefined] : [...answers.values()];
}
