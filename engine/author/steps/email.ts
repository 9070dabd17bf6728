import { emailPlaceholder } from '../../run/steps/email.ts';
import { explainByExample, known, nothingToCheck, requiredKey, type StepAuthoring } from './authoring.ts';
import { compileLead, consentWord, leadFact, leadKey } from './lead.ts';
import { prefillKey, prefillOf, sometimes, writtenQuestion } from './written.ts';

export const email: StepAuthoring<'email'> = {
  description:
    "A question for the visitor's email address. Without `lead`, nothing is captured: the address stays in the browser until the visitor signs up.",
  keys: { required: requiredKey, prefill: prefillKey, lead: leadKey },
  required: [],
  words: { button: true, placeholder: true, consent: consentWord },
  compile: (basis, { field, value }) => ({
    ...basis,
    type: 'email',
    field: known(field),
    required: value.required ?? true,
    ...prefillOf(value),
    ...compileLead(value),
  }),
  check: nothingToCheck,
  facts: (step) => ({ required: step.required, lead: leadFact(step) }),
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
