import { nothingToCheck, type StepAuthoring } from './authoring.ts';

export const info: StepAuthoring<'info'> = {
  description: 'A screen between questions: words and a button.',
  keys: {},
  required: [],
  words: { button: true },
  compile: (basis) => ({ ...basis, type: 'info' }),
  check: nothingToCheck,
  facts: () => ({}),
  question: null,
};
