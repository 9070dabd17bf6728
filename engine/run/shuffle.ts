/** In which order a visitor sees options that are shuffled. */

import type { CompiledOption } from '../model.ts';
import type { ScreenWords } from './steps/rules.ts';
import { hash } from './variants.ts';

/**
 * Those that are not fixed in an order by chance, each fixed one where it stands in the file. The same seed always gets
 * the same order, on every machine; of two options nothing but themselves decides which comes first, so that one that is
 * added or removed leaves the others in theirs. `question`: what tells it from all others.
 */
export function shuffled<Option extends Pick<CompiledOption, 'key' | 'fixed'>>(
  options: readonly Option[],
  question: string,
  seed: string,
): readonly Option[] {
  const draw = ({ key }: Option) => hash(`${question}\n${key}\n${seed}`);
  const movable = options.filter(({ fixed }) => !fixed).toSorted((one, other) => draw(one) - draw(other));
  return options.map((option) => (option.fixed ? option : movable.shift()!));
}

interface Shuffling {
  readonly id: string;
  readonly options: readonly CompiledOption[];
  readonly shuffle?: true;
}

/** The screen of a question with its options in the visitor's order, where they are shuffled; answers know no order. */
export const shufflesOptions =
  <Step extends Shuffling, Shown>(screen: (step: Step, words: ScreenWords) => Shown) =>
  (step: Step, words: ScreenWords): Shown => {
    const { seed } = words.journey.input;
    if (!step.shuffle || seed === undefined) return screen(step, words);
    return screen({ ...step, options: shuffled(step.options, `${words.data.funnel.id}\n${step.id}`, seed) }, words);
  };
