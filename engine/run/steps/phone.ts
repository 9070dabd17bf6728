import { contactQuestion } from './contact.ts';
import { pick, type StepRules } from './rules.ts';

/** What is sent instead of a number that was answered. */
export const phonePlaceholder = '+12025550100';

/** The visitor's telephone number, as E.164 writes it: `+34600123456`. */
export const phone: StepRules<'phone'> = {
  screen: (step, { words }) => ({
    ...pick(step, 'required', 'countryCode'),
    ...pick(words, 'placeholder', 'consent'),
  }),
  question: contactQuestion({ kind: 'phone', placeholder: phonePlaceholder, problemOf: phoneProblem }),
};

/** A number has a country code, and 8 to 15 digits in all: what can be seen without calling it. */
function phoneProblem(value: string): 'not_a_phone' | null {
  return /^\+[1-9]\d{7,14}$/.test(value) ? null : 'not_a_phone';
}
