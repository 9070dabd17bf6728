import type { CompiledStep } from '../../model.ts';
import type { AnswerByChance } from './authoring.ts';
import { questionOf } from './index.ts';
import { writtenByChance } from './write-in.ts';

/**
 * Answers without preferences: each option, each allowed set of options and each number as often as any
 * other; what may be left out is left out by half of the visitors, and who chooses an option to write in writes something.
 */
export function answerByChance(step: CompiledStep): AnswerByChance {
  const draw = writtenByChance(step, questionOf(step.type)?.byChance(step) ?? (() => undefined));
  return step.optional ? (random) => (random.next() < 0.5 ? draw(random) : undefined) : draw;
}
