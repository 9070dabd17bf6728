import { phonePlaceholder } from '../../run/steps/phone.ts';
import { explainByExample, known, nothingToCheck, requiredKey, type StepAuthoring } from './authoring.ts';
import { compileLead, consentWord, leadFact, leadKey } from './lead.ts';
import { candidateTexts, sometimes, writtenQuestion } from './written.ts';

export const phone: StepAuthoring<'phone'> = {
  description:
    "A question for the visitor's telephone number, stored as `+34600123456`. Without `lead`, nothing is captured: the number stays in the browser until the visitor signs up.",
  keys: {
    required: requiredKey,
    country_code: {
      title: 'country_code',
      description:
        'Put before numbers that are typed without one: `country_code: 34`. Without it, visitors type theirs.',
      type: 'integer',
      minimum: 1,
      maximum: 999,
      examples: [1, 34, 52],
    },
    lead: leadKey,
  },
  required: [],
  words: { button: true, placeholder: true, consent: consentWord },
  compile: (basis, { field, value }) => ({
    ...basis,
    type: 'phone',
    field: known(field),
    required: value.required ?? true,
    ...(value.country_code !== undefined && { countryCode: value.country_code }),
    ...compileLead(value),
  }),
  check: nothingToCheck,
  facts: (step) => ({ required: step.required, 'country code': step.countryCode, lead: leadFact(step) }),
  question: {
    ...writtenQuestion,
    /** A number for each text, so that some is none of them. */
    candidates: (input) => candidateTexts({ ...input, texts: [...input.texts, ...numbersFor(input.texts)] }),
    byChance: (step) => sometimes(phonePlaceholder, step),
    byLiking: () => phonePlaceholder,
    againstSuccessor: () => ['+10000000', '+100000000000000'],
    explainLimit: explainByExample,
    samples: () => ['+34600123456'],
    wrong: () => '+34 600',
  },
};

function numbersFor(texts: Iterable<string>): readonly string[] {
  return Array.from({ length: [...texts].length + 1 }, (_, at) => `+1202555${String(at).padStart(4, '0')}`);
}
