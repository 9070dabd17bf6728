import type { CompiledStep } from '../../model.ts';
import type { AnswerByChance } from './authoring.ts';
import { questionOf } from './index.ts';

/**
 * Answers without preferences: each option, each allowed set of options and each number as often as any
 * other; what may be left out is left out by half of the visitors.
 */
export function answerByChance(step: CompiledStep): AnswerByChance {
  const draw = questionOf(step.type)?.byChance(step) ?? (() => undefined);
  return step.optional ? (random) => (random.next() < 0.5 ? draw(random) : undefined) : draw;
}
