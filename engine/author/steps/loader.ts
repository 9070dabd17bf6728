import { nothingToCheck, type StepAuthoring } from './authoring.ts';

export const loader: StepAuthoring<'loader'> = {
  description: 'A pause with lines of text, which goes on by itself.',
  keys: {
    seconds: {
      title: 'seconds',
      description: 'How long the pause lasts. Without it: 4. At most 60.',
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 60,
    },
  },
  required: [],
  once: true,
  words: { lines: true },
  compile: (basis, { value }) => ({ ...basis, type: 'loader', seconds: value.seconds ?? 4 }),
  check: nothingToCheck,
  facts: ({ seconds }) => ({ seconds }),
  question: null,
};
