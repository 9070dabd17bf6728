import { asItIs, inOwnWords, pick, tidyText, type StepRules } from './rules.ts';

/** What is sent instead of a number that was answered. */
export const phonePlaceholder = '+12025550100';

/** The visitor's telephone number, as E.164 writes it: `+34600123456`. */
export const phone: StepRules<'phone'> = {
  screen: (step, { words }) => ({
    ...pick(step, 'required', 'countryCode'),
    ...pick(words, 'placeholder', 'consent'),
  }),
  isPassedOver: false,
  question: {
    ...asItIs,
    check({ required }, value) {
      if (typeof value !== 'string') return 'wrong_type';
      if (!value) return required ? 'required' : null;
      return isPhone(value) ? null : 'not_a_phone';
    },
    isOptional: ({ required }) => !required,
    nothing: '',
    contact: 'phone',
    isFreeText: true,
    tidy: tidyText,
    redact: (_step, answer) => answer && phonePlaceholder,
    redacted: phonePlaceholder.replace('+', String.raw`\+`),
    inWords: inOwnWords,
  },
};

/** A country code and a number, of 8 to 15 digits together: what can be seen without calling it. */
function isPhone(value: string): boolean {
  return /^\+[1-9]\d{7,14}$/.test(value);
}
