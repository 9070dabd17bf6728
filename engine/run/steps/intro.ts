import { pick, type StepRules } from './rules.ts';

/** The opening screen: only words. */
export const intro: StepRules<'intro'> = {
  screen: (step) => pick(step, 'praise'),
  question: null,
};
