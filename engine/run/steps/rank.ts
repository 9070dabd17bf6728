import { languageTag, type AnswerProblem } from '../../model.ts';
import {
  asItIs,
  phrasesOf,
  optionOf,
  optionsOnScreen,
  type ScreenOf,
  type CompiledStepOf,
  type StepRules,
} from './rules.ts';

/** All options in the visitor's order, by their keys. Conditions see the first one, and the place of each option; points only the first. */
export const rank: StepRules<'rank'> = {
  screen: ({ options }, { words }) => ({ options: optionsOnScreen(options, words) }),
  question: {
    ...asItIs,
    check,
    nothing: [],
    tidy: (_step, answer) => answer,
    inWords: (_step, answer, words, locale) =>
      new Intl.ListFormat(languageTag(locale)).format(phrasesOf(answer, words)),
    valueOf(answer, option) {
      const order = answer as readonly string[];
      return option === undefined ? order[0] : order.indexOf(option) + 1;
    },
  },
};

function check({ options }: CompiledStepOf<'rank'> | ScreenOf<'rank'>, value: unknown): AnswerProblem | null {
  if (!Array.isArray(value) || !value.every((key) => typeof key === 'string')) return 'wrong_type';
  if (!value.every((key) => optionOf<{ readonly key: string }>(options, key))) return 'unknown_option';
  if (new Set(value).size < value.length) return 'too_many';
  return value.length < options.length ? 'required' : null;
}
