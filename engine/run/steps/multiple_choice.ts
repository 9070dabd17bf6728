import { languageTag, type AnswerProblem } from '../../model.ts';
import {
  asItIs,
  phrasesOf,
  optionOf,
  optionsOnScreen,
  pick,
  type ScreenOf,
  type CompiledStepOf,
  type StepRules,
} from './rules.ts';

/** Several options by their keys, stored in the funnel's order. */
export const multipleChoice: StepRules<'multiple_choice'> = {
  screen: (step, { words }) => ({ ...pick(step, 'choose'), options: optionsOnScreen(step.options, words) }),
  question: {
    ...asItIs,
    check,
    isOptional: ({ choose }) => choose.min === 0,
    nothing: [],
    tidy({ options }, answer) {
      const chosen = options.map(({ key }) => key).filter((key) => (answer as readonly string[]).includes(key));
      return chosen.length ? chosen : undefined;
    },
    inWords(_step, answer, words, locale) {
      const phrases = phrasesOf(answer, words);
      return phrases.length === 1 ? phrases[0]! : new Intl.ListFormat(languageTag(locale)).format(phrases);
    },
  },
};

type Choices = CompiledStepOf<'multiple_choice'> | ScreenOf<'multiple_choice'>;

function check({ options, choose }: Choices, value: unknown): AnswerProblem | null {
  if (!Array.isArray(value)) return 'wrong_type';
  if (value.length > options.length) return 'too_many';
  const chosen = value.map((key) => optionOf<{ key: string; exclusive?: boolean }>(options, key));
  if (chosen.includes(undefined))
    return value.every((key) => typeof key === 'string') ? 'unknown_option' : 'wrong_type';
  if (!value.length && choose.min > 0) return 'required';
  const alone = chosen.some((option) => option?.exclusive);
  if (alone) return value.length > 1 ? 'exclusive' : null;
  if (value.length < choose.min) return 'too_few';
  return value.length > choose.max || new Set(value).size < value.length ? 'too_many' : null;
}
