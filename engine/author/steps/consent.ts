import { known, lose, nothingToCheck, type StepAuthoring } from './authoring.ts';
import { chooseOne } from './single_choice.ts';

const keys = ['yes', 'no'];

export const consent: StepAuthoring<'consent'> = {
  description: 'A box to tick beside what the visitor agrees to. The answer is `yes` or `no`.',
  keys: {
    required: {
      title: 'required',
      description: 'Whether the box has to be ticked to go on. Without it: true.',
      type: 'boolean',
    },
  },
  required: [],
  words: { button: true, consent: { where: '', fits: () => true, isNeeded: true } },
  compile: (basis, { field, value: { required = true } }) => ({
    ...basis,
    type: 'consent',
    field: known(field),
    required,
    options: (required ? ['yes'] : keys).map((key) => ({ key })),
  }),
  check: nothingToCheck,
  facts: ({ required }) => ({ required }),
  question: {
    ...chooseOne,
    valueType: (_options, name) => ({ kind: 'key', keys: new Set(keys), of: 'option', name }),
    answerType: () => keys.map((key) => `'${key}'`).join(' | '),
    conditions: (field, { title }) => [{ text: `${field} == "yes"`, about: title }],
    explainLimit: () => ({
      keys: [['required']],
      cause: `“no” ${lose}: the box has to be ticked now.`,
    }),
    wrong: ({ required }) => (required ? null : undefined),
  },
};
