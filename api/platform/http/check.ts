import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import type { JSONSchema } from 'json-schema-to-ts';
import { emailProblem, isEmail } from '../../../engine/run/steps/email.ts';
import { ApiError, type FieldMistake } from './problem.ts';
import type { FieldErrorCode } from '../../../schemas/api/problem.ts';

/** Returns the value if it is as its schema says, else throws `invalid_fields` with one mistake for each field. */
export type Validate = (value: unknown) => unknown;

/** How many mistakes are reported at once, and how much of a field's name: hostile input is not echoed at length. */
const maxMistakes = 50;
const maxFieldLength = 200;

const options: Options = { allErrors: true, verbose: true, strict: true };
const values = createAjv(options);
/**
 * Queries and paths are text: numbers, booleans and single values of lists are made of it. What is omitted has its
 * default.
 */
const texts = createAjv({ ...options, coerceTypes: 'array', useDefaults: true });

/** A check of JSON. */
export function checkValue(schema: JSONSchema): Validate {
  return createCheck(values, schema);
}

/** A check of the parameters of a path or a query, which arrive as text; returns a copy with values of the schema's types. */
export function checkTexts(schema: JSONSchema): Validate {
  const check = createCheck(texts, schema);
  return (parameters) => check({ ...(parameters as object) });
}

function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  return ajv
    .addFormat('email', isEmail)
    .addFormat('password-rules', meetsPasswordRules)
    .addFormat('single-line', isSingleLine)
    .addFormat('person-name', isPersonName)
    .addFormat('time-zone', isTimeZone);
}

function createCheck(ajv: Ajv2020, schema: JSONSchema): Validate {
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
    const shown = field.slice(0, maxFieldLength);
    if (!byField.has(shown)) byField.set(shown, { field: shown, code });
    if (byField.size === maxMistakes) break;
  }
  return [...byField.values()];
}

/** Deeper than any answer of a quiz, and far from where recursion becomes dangerous. */
const maxDepth = 20;

/** Neither PostgreSQL nor UTF-8 can hold these: the zero character, and halves of surrogate pairs. */
const unusable = /[\0\p{Surrogate}]/u;

/**
 * What in this JSON value can't be stored: text with unusable characters, a key `__proto__`, nesting that is too deep.
 * Schemas can't say this of the parts that they leave open.
 */
function findUnusableText(value: unknown): FieldMistake[] {
  const mistakes: FieldMistake[] = [];
  // Nearly all of them: nothing has to be named.
  if (!isUsable(value, 0)) search(value, [], mistakes);
  return mistakes;
}

function isUsable(value: unknown, depth: number): boolean {
  if (depth > maxDepth) return false;
  if (typeof value === 'string') return !unusable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((part) => isUsable(part, depth + 1));
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || unusable.test(key)) return false;
    if (!isUsable((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
  }
  return true;
}

function search(value: unknown, path: readonly string[], mistakes: FieldMistake[]): void {
  if (path.length > maxDepth || (typeof value === 'string' && unusable.test(value))) {
    mistakes.push({ field: path.join('.'), code: 'invalid' });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (key === '__proto__' || unusable.test(key)) mistakes.push({ field: path.join('.'), code: 'invalid' });
      else search(part, [...path, key], mistakes);
    }
  }
}

/** What Ajv found (with `verbose`), as one mistake for each error. */
function readMistakes(errors: readonly ErrorObject[]): FieldMistake[] {
  return errors.map((error) => ({ field: fieldOf(error), code: codeOf(error) }));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
  return (typeof name === 'string' ? [...path, name] : path).join('.');
}

/** RFC 6901. */
function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function codeOf(error: ErrorObject): FieldErrorCode {
  if (error.data === '') return 'required';
  switch (error.keyword) {
    case 'required':
      return isAgreement(error) ? 'must_agree' : 'required';
    case 'minProperties':
      return 'required';
    case 'const':
      return error.params['allowedValue'] === true ? 'must_agree' : 'invalid';
    case 'additionalProperties':
      return 'unknown_field';
    case 'type':
      return 'wrong_type';
    case 'maxLength':
    case 'maxProperties':
    case 'maxItems':
      return 'too_long';
    case 'format':
      return codeOfFormat(error);
    default:
      return 'invalid';
  }
}

function codeOfFormat({ params, data }: ErrorObject): FieldErrorCode {
  const format: unknown = params['format'];
  if (format === 'email') return emailProblem(String(data)) ?? 'not_an_email';
  if (format === 'person-name') return 'not_a_name';
  return format === 'password-rules' ? 'password_rules' : 'invalid';
}

/** Whether what is missing is a box that has to be ticked: it is not filled, it is agreed to. */
function isAgreement({ params, parentSchema }: ErrorObject): boolean {
  const properties = parentSchema?.['properties'] as Readonly<Record<string, { const?: unknown }>> | undefined;
  return properties?.[String(params['missingProperty'])]?.const === true;
}

/** One line that reads as it is written: no control characters or line ends, and nothing that turns its direction. */
function isSingleLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

/** A name: one line, without markup and without what a mail program makes a link of (`evil.example`, `http:`, `a@b`). */
function isPersonName(text: string): boolean {
  return isSingleLine(text) && !/[<>@:/\\]|[.．。｡][\p{L}\p{N}]{2}|\p{N}[.．。｡]\p{N}|^\s*www\b/iu.test(text);
}

/** The name of a time zone that this Node.js knows, such as `America/New_York`. */
function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** At least 6 characters, a letter and a digit of any script; everything else is allowed too (specification, section 5). */
export function meetsPasswordRules(password: string): boolean {
  return /^.{6}/su.test(password) && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}
