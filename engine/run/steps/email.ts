import { asItIs, inOwnWords, pick, tidyText, type StepRules } from './rules.ts';

/** What is sent instead of an address that was answered. */
export const emailPlaceholder = 'visitor@example.com';

/** The visitor's email address. */
export const email: StepRules<'email'> = {
  screen: (step, { words }) => ({ ...pick(step, 'required'), ...pick(words, 'placeholder', 'consent') }),
  isPassedOver: false,
  question: {
    ...asItIs,
    check({ required }, value) {
      if (typeof value !== 'string') return 'wrong_type';
      if (!value) return required ? 'required' : null;
      return isEmail(value) ? null : 'not_an_email';
    },
    isOptional: ({ required }) => !required,
    nothing: '',
    contact: 'email',
    isFreeText: true,
    tidy: tidyText,
    redact: (_step, answer) => answer && emailPlaceholder,
    redacted: emailPlaceholder.replaceAll('.', String.raw`\.`),
    inWords: inOwnWords,
  },
};

/** Something before and after the @, with a dot in the latter: what can be seen without writing to it. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}
