import { nothingToCheck, type StepAuthoring } from './authoring.ts';

export const intro: StepAuthoring<'intro'> = {
  description: 'The opening screen: words and a button.',
  keys: {},
  required: [],
  words: { button: true },
  compile: (basis) => ({ ...basis, type: 'intro' }),
  check: nothingToCheck,
  facts: () => ({}),
  question: null,
};
