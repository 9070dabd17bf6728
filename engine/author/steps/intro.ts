import { nothingToCheck, type StepAuthoring } from './authoring.ts';

export const intro: StepAuthoring<'intro'> = {
  description: 'The opening screen: words and a button.',
  keys: {
    praise: {
      title: 'praise',
      description:
        'Whether what listeners say of us stands below the words: the stars and “98% satisfaction”. Without it: true.',
      type: 'boolean',
    },
  },
  required: [],
  once: true,
  words: { button: true },
  compile: (basis, { value }) => ({ ...basis, type: 'intro', ...(value.praise === false && { praise: false }) }),
  check: nothingToCheck,
  facts: ({ praise }) => ({ praise }),
  question: null,
};
