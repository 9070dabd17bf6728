import { shuffled } from '../shuffle.ts';
import type { CompiledStepOf, ScreenWords } from './rules.ts';

type Shuffling = CompiledStepOf<'single_choice' | 'multiple_choice' | 'rank'>;

/** The screen of a question with its options in the visitor's order, where they are shuffled; answers know no order. */
export const shufflesOptions =
  <Step extends Shuffling, Shown>(screen: (step: Step, words: ScreenWords) => Shown) =>
  (step: Step, words: ScreenWords): Shown => {
    const { seed } = words.journey.input;
    if (!step.shuffle || seed === undefined) return screen(step, words);
    return screen({ ...step, options: shuffled(step.options, `${words.data.funnel.id}\n${step.id}`, seed) }, words);
  };
