import { chooseOne } from './single_choice.ts';
import { optionsOnScreen, pick, type StepRules } from './rules.ts';

/** One of many options, by its key. */
export const select: StepRules<'select'> = {
  screen: ({ options }, { words }) => ({ options: optionsOnScreen(options, words), ...pick(words, 'placeholder') }),
  question: chooseOne,
};
