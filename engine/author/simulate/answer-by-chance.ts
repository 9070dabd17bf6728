import type { CompiledStep } from '../../model.ts';
import type { AnswerByChance } from '../steps/authoring.ts';
import { questionOf } from '../steps/index.ts';

/**
 * Answers without preferences: each option, each allowed set of options and each number as often as any
 * other; a text that may be left empty is left so by half of the visitors.
 */
export function answerByChance(step: CompiledStep): AnswerByChance {
  return questionOf(step.type)?.byChance(step) ?? (() => undefined);
}
