import { asItIs, labelsOf, optionOf, optionsOnScreen, tidyText, type StepRules } from './rules.ts';

/** One of several options, by its key. */
export const singleChoice: StepRules<'single_choice'> = {
  screen: ({ options }, { words }) => ({ options: optionsOnScreen(options, words) }),
  isPassedOver: false,
  question: {
    ...asItIs,
    check({ options }, value) {
      if (typeof value !== 'string') return 'wrong_type';
      return value === '' ? 'required' : optionOf<{ key: string }>(options, value) ? null : 'unknown_option';
    },
    isOptional: () => false,
    nothing: '',
    tidy: tidyText,
    inWords: (_step, answer, words) => labelsOf(answer, words)[0]!,
  },
};
