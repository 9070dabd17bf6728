import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import funnelFrame from '../../../schemas/funnel.schema.json' with { type: 'json' };
import linksSchema from '../../../schemas/links.schema.json' with { type: 'json' };
import sessionsSchema from '../../../schemas/sessions.schema.json' with { type: 'json' };
import testimonialsSchema from '../../../schemas/testimonials.schema.json' with { type: 'json' };
import topicsSchema from '../../../schemas/topics.schema.json' with { type: 'json' };
import wordsSchema from '../../../schemas/words.schema.json' with { type: 'json' };
import { fieldSchemas, stepSchemas } from '../steps/schemas.ts';

/** The part of a JSON Schema that explains itself to an author. */
export interface SchemaPart {
  readonly title?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
}

/** One of Ajv's errors, with the schema that was broken and the value that breaks it. */
export type SchemaError = ErrorObject<string, Readonly<Record<string, unknown>>> & {
  readonly parentSchema?: SchemaPart;
};

/** The kinds of file that authors write. */
export type FileShape = 'funnel' | 'words' | 'topics' | 'sessions' | 'links' | 'testimonials';

const { definitions } = funnelFrame;

/** The schema of funnels: its frame, and the keys of each type of step. */
export const funnelSchema = {
  ...funnelFrame,
  definitions: {
    ...definitions,
    step: {
      ...definitions.step,
      oneOf: Object.keys(stepSchemas).map((type) => ({ $ref: `#/definitions/${type}` })),
    },
    ...stepSchemas,
    groupField: {
      ...definitions.groupField,
      oneOf: Object.keys(fieldSchemas).map((name) => ({ $ref: `#/definitions/${name}` })),
    },
    ...fieldSchemas,
  },
};

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  discriminator: true,
});
const validators: Readonly<Record<FileShape, ValidateFunction>> = {
  funnel: ajv.compile(funnelSchema),
  words: ajv.compile(wordsSchema),
  topics: ajv.compile(topicsSchema),
  sessions: ajv.compile(sessionsSchema),
  links: ajv.compile(linksSchema),
  testimonials: ajv.compile(testimonialsSchema),
};

/** All that a value breaks of its schema, as Ajv says it. */
export function validateShape(shape: FileShape, value: unknown): readonly SchemaError[] {
  const validate = validators[shape];
  return validate(value) ? [] : ((validate.errors ?? []) as SchemaError[]);
}

/** The keys that each type of step may have, from the schema. */
export const stepKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(stepSchemas).map(([type, { properties }]) => [type, new Set(Object.keys(properties))]),
);

/** Every key that a kind of file can have, wherever. */
export function keysOf(shape: FileShape): ReadonlySet<string> {
  return keys[shape];
}

const keys: Readonly<Record<FileShape, ReadonlySet<string>>> = {
  funnel: new Set(propertiesIn(funnelSchema)),
  words: new Set(propertiesIn(wordsSchema)),
  topics: new Set(propertiesIn(topicsSchema)),
  sessions: new Set(propertiesIn(sessionsSchema)),
  links: new Set(propertiesIn(linksSchema)),
  testimonials: new Set(propertiesIn(testimonialsSchema)),
};

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]: [string, unknown]) => [
    ...(key === 'properties' && typeof part === 'object' ? Object.keys(part ?? {}) : []),
    ...propertiesIn(part),
  ]);
}
