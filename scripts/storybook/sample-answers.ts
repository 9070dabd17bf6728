import { questionOf } from '../../engine/author/steps/index.ts';
import type { Answer, CompiledStep } from '../../engine/model.ts';
import { checkAnswer } from '../../engine/run/answer.ts';

/** Answers that a visitor may well give, the likeliest first; all of them can be taken. None for a step that asks nothing. */
export function sampleAnswers(step: CompiledStep): readonly Answer[] {
  return (questionOf(step.type)?.samples(step) ?? []).filter((answer) => checkAnswer(step, answer) === null);
}

/**
 * What can be put in that Continue doesn't take: an answer, or `null` for nothing at all. `undefined` where every
 * answer that can be put in is right.
 */
export function wrongAnswer(step: CompiledStep): Answer | null | undefined {
  return questionOf(step.type)?.wrong(step);
}
