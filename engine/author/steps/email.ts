import { emailPlaceholder } from '../../run/steps/email.ts';
import { explainByExample, known, nothingToCheck, requiredKey, type StepAuthoring } from './authoring.ts';
import { sometimes, writtenQuestion } from './written.ts';

export const email: StepAuthoring<'email'> = {
  description: "A question for the visitor's email address.",
  keys: { required: requiredKey },
  required: [],
  words: { button: true, placeholder: true },
  compile: (basis, { field, value }) => ({
    ...basis,
    type: 'email',
    field: known(field),
    required: value.required ?? true,
  }),
  check: nothingToCheck,
  facts: ({ required }) => ({ required }),
  question: {
    ...writtenQuestion,
    byChance: (step) => sometimes(emailPlaceholder, step),
    byLiking: () => 'a@b.co',
    againstSuccessor: () => ['a', 'a'.repeat(60)].map((name) => `${name}@example.com`),
    explainLimit: explainByExample,
    samples: () => ['visitor@mail.example'],
    wrong: () => 'visitor@',
  },
};
