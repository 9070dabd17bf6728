import type { Schema } from './authoring.ts';
import { authoringOf, stepTypes } from './index.ts';

const definition = (name: string): Schema => ({ $ref: `#/definitions/${name}` });

const aOrAn = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

/** The keys of each type, by its name: its own among those that all have. */
function schemaOf(type: (typeof stepTypes)[number], title: string, shared: Readonly<Record<string, Schema>>) {
  const { description, keys, required, question } = authoringOf(type);
  return {
    title,
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
      ...shared,
      renamed_from: definition('renamedFrom'),
    },
  };
}

/** The JSON Schema of each type of step, by its name. */
export const stepSchemas = Object.fromEntries(
  stepTypes.map((type) => {
    const shared = {
      ...(!authoringOf(type).once && { for_each: definition('forEach') }),
      next: definition('stepNext'),
      goal: definition('goal'),
      counts: definition('counts'),
    };
    return [type, schemaOf(type, `${aOrAn(type)} step`, shared)];
  }),
);

/** The types that can be a field of a group. */
export const fieldTypes = stepTypes.filter((type) => authoringOf(type).question !== null);

/** The JSON Schema of each type of field in a group: as a step, but it leads nowhere by itself. */
export const fieldSchemas = Object.fromEntries(
  fieldTypes.map((type) => [`${type}_field`, schemaOf(type, `${aOrAn(type)} field of a group`, {})]),
);
