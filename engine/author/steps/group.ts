import { nothingToCheck, type Schema, type StepAuthoring } from './authoring.ts';

/** What is called `#/definitions/<type>_field` is put together in schemas.ts. */
const fieldsKey: Schema = {
  title: 'the fields',
  description:
    'The questions, in this order: `[{ id: name, type: text }, { id: email, type: email }]`. Each is written as a step, with its own `show_if`, and has words of its own beside those of the group. All of them lead on together, by the `next` of the group.',
  type: 'array',
  minItems: 2,
  items: { $ref: '#/definitions/groupField' },
};

export const group: StepAuthoring<'group'> = {
  description:
    'Several questions on one screen, with one Continue, such as name, email and consent. It counts once. To conditions, scores and texts, each field is a question of its own.',
  keys: { fields: fieldsKey },
  required: ['fields'],
  once: true,
  words: { button: true },
  compile: (basis, { value }) => ({ ...basis, type: 'group', fields: value.fields?.length ?? 0 }),
  check: nothingToCheck,
  facts: ({ fields }) => ({ fields }),
  question: null,
};
