import type { Schema } from './authoring.ts';
import { authoringOf, stepTypes } from './index.ts';

const definition = (name: string): Schema => ({ $ref: `#/definitions/${name}` });

/** The JSON Schema of each type of step, by its name: its own keys among those that every step has. */
export const stepSchemas = Object.fromEntries(
  stepTypes.map((type) => {
    const { description, keys, required, question } = authoringOf(type);
    const schema = {
      title: `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} step`,
      description,
      type: 'object',
      additionalProperties: false,
      required: ['id', 'type', ...required],
      properties: {
        id: definition('stepId'),
        type: { const: type, description },
        ...(question && { field: definition('field') }),
        ...keys,
        show_if: definition('showIf'),
        ...(question && { check: definition('check') }),
        next: definition('stepNext'),
        goal: definition('goal'),
        counts: definition('counts'),
        renamed_from: definition('renamedFrom'),
      },
    };
    return [type, schema];
  }),
);
