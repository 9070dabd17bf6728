import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JSONSchema } from 'json-schema-to-ts';
import { ApiError, type FieldMistake } from '../api-error.ts';
import { findUnusableText } from './find-unusable-text.ts';
import { keepsPasswordRules } from './password-rules.ts';
import { readMistakes } from './read-mistakes.ts';
import { isPersonName, isSingleLine } from './single-line.ts';

/** Returns the value if it is as its schema says, else throws `invalid_fields` with one mistake for each field. */
export type Check = (value: unknown) => unknown;

/** How many mistakes are told at once, and how much of a field's name: what is hostile is not echoed at length. */
const mostMistakes = 50;
const longestField = 200;

const options: Options = { allErrors: true, verbose: true, strict: true };
const values = createAjv(options);
/** Queries and paths are text: numbers, booleans and single values of lists are made of it. What is left out has its default. */
const texts = createAjv({ ...options, coerceTypes: 'array', useDefaults: true });

/** A check of JSON. */
export function checkValue(schema: JSONSchema): Check {
  return createCheck(values, schema);
}

/** A check of the parameters of a path or a query, which arrive as text; returns a copy with values of the schema's types. */
export function checkTexts(schema: JSONSchema): Check {
  const check = createCheck(texts, schema);
  return (parameters) => check({ ...(parameters as object) });
}

function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  return ajv
    .addFormat('password-rules', keepsPasswordRules)
    .addFormat('single-line', isSingleLine)
    .addFormat('person-name', isPersonName);
}

function createCheck(ajv: Ajv2020, schema: JSONSchema): Check {
  const validate = ajv.compile(schema as object);
  return (value) => {
    const unusable = findUnusableText(value);
    if (validate(value) && unusable.length === 0) return value;
    throw new ApiError('invalid_fields', {
      errors: onePerField([...unusable, ...readMistakes(validate.errors ?? [])]),
    });
  };
}

function onePerField(mistakes: readonly FieldMistake[]): FieldMistake[] {
  const byField = new Map<string, FieldMistake>();
  for (const { field, code } of mistakes) {
    const shown = field.slice(0, longestField);
    if (!byField.has(shown)) byField.set(shown, { field: shown, code });
    if (byField.size === mostMistakes) break;
  }
  return [...byField.values()];
}
