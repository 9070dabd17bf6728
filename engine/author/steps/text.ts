import { textPlaceholder } from '../../run/steps/text.ts';
import { known, lose, nothingToCheck, requiredKey, type StepAuthoring } from './authoring.ts';
import { sometimes, writtenQuestion } from './written.ts';

export const text: StepAuthoring<'text'> = {
  description: 'A question whose answer the visitor writes.',
  keys: {
    required: requiredKey,
    max_length: {
      title: 'max_length',
      description: 'The most characters. Without it: 200.',
      type: 'integer',
      minimum: 1,
      maximum: 5000,
    },
  },
  required: [],
  words: { button: true, placeholder: true },
  compile: (basis, { field, value }) => ({
    ...basis,
    type: 'text',
    field: known(field),
    required: value.required ?? true,
    maxLength: value.max_length ?? 200,
  }),
  check: nothingToCheck,
  facts: ({ required, maxLength }) => ({ required, 'longest text': maxLength }),
  question: {
    ...writtenQuestion,
    byChance: (step) => sometimes(textPlaceholder, step),
    byLiking: () => 'a',
    *againstSuccessor({ maxLength }, successor) {
      const others = successor && 'maxLength' in successor ? successor.maxLength : 1;
      for (const length of [1, maxLength, others]) yield 'a'.repeat(length);
      yield 'a@b.co';
    },
    explainLimit: ({ maxLength }) => ({ keys: [['max_length']], cause: `more than ${maxLength} characters ${lose}.` }),
    samples: () => ['A quiet hour', 'Calm'],
    wrong: ({ required }) => (required ? null : undefined),
  },
};
