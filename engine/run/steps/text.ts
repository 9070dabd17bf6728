import { asItIs, inOwnWords, pick, tidyText, type StepRules } from './rules.ts';
import { isBlank } from '../typed-text.ts';

/** What is sent instead of a text that was answered. */
export const textPlaceholder = '•';

/** What the visitor writes. */
export const text: StepRules<'text'> = {
  screen: (step, { words }) => ({ ...pick(step, 'required', 'maxLength'), ...pick(words, 'placeholder') }),
  question: {
    ...asItIs,
    check({ required, maxLength }, value) {
      if (typeof value !== 'string') return 'wrong_type';
      if (required && isBlank(value)) return 'required';
      return value.length > maxLength ? 'too_long' : null;
    },
    isOptional: ({ required }) => !required,
    nothing: '',
    isFreeText: true,
    tidy: tidyText,
    redact: (_step, answer) => answer && textPlaceholder,
    redacted: textPlaceholder,
    inWords: inOwnWords,
  },
};
