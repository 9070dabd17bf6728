import { contactQuestion } from './contact.ts';
import { pick, type StepRules } from './rules.ts';

/** What is sent instead of an address that was answered. */
export const emailPlaceholder = 'visitor@example.com';

/** The visitor's email address. */
export const email: StepRules<'email'> = {
  screen: (step, { words }) => ({ ...pick(step, 'required'), ...pick(words, 'placeholder', 'consent') }),
  isPassedOver: false,
  question: contactQuestion({ kind: 'email', placeholder: emailPlaceholder, fits: isEmail, problem: 'not_an_email' }),
};

/** Something before and after the @, with a dot in the latter: what can be seen without writing to it. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}
