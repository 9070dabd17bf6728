import type { Answer, CompiledStep, MultipleChoiceStep } from '../../model.ts';
import { tidyAnswer } from '../../run/answer.ts';
import { placeholders } from '../../run/page-log.ts';
import type { Random } from './random.ts';

/** Gives an answer that a step takes, tidied as the engine keeps it; nothing where nothing is said. */
export type AnswerByChance = (random: Random) => Answer | undefined;

/**
 * Answers as if nobody preferred anything: each option, each allowed set of options and each number as often as any
 * other; a text that may be left empty is left so by half of the visitors.
 */
export function answerByChance(step: CompiledStep): AnswerByChance {
  switch (step.type) {
    case 'single_choice':
      return (random) => step.options[random.below(step.options.length)]!.key;
    case 'multiple_choice':
      return chooseSet(step);
    case 'number': {
      const count = Math.round((step.max - step.min) / step.step) + 1;
      return (random) => tidyAnswer(step, step.min + random.below(count) * step.step);
    }
    case 'text':
      return sometimes(placeholders.text, step.required);
    case 'email':
      return sometimes(placeholders.email, step.required);
    default:
      return () => undefined;
  }
}

function sometimes(text: string, isRequired: boolean): AnswerByChance {
  return (random) => (isRequired || random.next() < 0.5 ? text : undefined);
}

/** First how many options, by the number of sets of that size; then which of them. */
function chooseSet(step: MultipleChoiceStep): AnswerByChance {
  const { min, max } = step.choose;
  const alone = step.options.filter(({ exclusive }) => exclusive).map(({ key }) => key);
  const together = step.options.filter(({ exclusive }) => !exclusive).map(({ key }) => key);
  const sizes = Array.from(
    { length: Math.max(0, Math.min(max, together.length) - min + 1) },
    (_, index) => min + index,
  );
  const sets = sizes.map((size) => combinations(together.length, size));
  const all = alone.length + sets.reduce((sum, count) => sum + count, 0);
  return (random) => {
    let place = random.next() * all - alone.length;
    if (place < 0) return [alone[random.below(alone.length)]!];
    const index = sets.findIndex((count) => (place -= count) < 0);
    return tidyAnswer(step, draw(together, sizes[index] ?? min, random));
  };
}

function combinations(count: number, size: number): number {
  let result = 1;
  for (let taken = 0; taken < size; taken += 1) result = (result * (count - taken)) / (taken + 1);
  return result;
}

/** So many of the keys, each choice of them as likely as any other. */
function draw(keys: readonly string[], size: number, random: Random): readonly string[] {
  const left = [...keys];
  return Array.from({ length: size }, () => left.splice(random.below(left.length), 1)[0]!);
}
