import type { CompiledOption } from '../../model.ts';
import { asItIs, phrasesOf, optionOf, optionsOnScreen, tidyText, type QuestionRules, type StepRules } from './rules.ts';

/** The rules of questions with options of which an answer is one. */
export const chooseOne: QuestionRules<
  { readonly options: readonly CompiledOption[] },
  { readonly options: readonly { readonly key: string }[] }
> = {
  ...asItIs,
  check({ options }, value) {
    if (typeof value !== 'string') return 'wrong_type';
    return value === '' ? 'required' : optionOf(options, value) ? null : 'unknown_option';
  },
  nothing: '',
  tidy: tidyText,
  inWords: (_step, answer, words) => phrasesOf(answer, words)[0]!,
};

/** One of several options, by its key. */
export const singleChoice: StepRules<'single_choice'> = {
  screen: ({ options }, { words }) => ({ options: optionsOnScreen(options, words) }),
  question: chooseOne,
};
