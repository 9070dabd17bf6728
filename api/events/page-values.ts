import type { FieldErrorCode } from '../../schemas/api/problem.ts';
import type { SavedVisit } from '../../engine/model.ts';
import { standIns, type PageStart } from '../../engine/run/page-log.ts';
import type { FieldMistake } from '../platform/http/problem.ts';

/** Whether this can be the name of a step, a field, a goal or a locale, or a version or seed. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,100}$/.test(value);
}

/** What is wrong with an answer; the place begins with a dot, or is empty for the whole. */
export function findMistakeInAnswer(answer: unknown): FieldMistake | undefined {
  if (typeof answer === 'number') return Number.isFinite(answer) ? undefined : wrong('', 'invalid');
  if (typeof answer === 'string') return isToldText(answer) ? undefined : wrong('', 'invalid');
  if (!Array.isArray(answer)) return wrong('', 'wrong_type');
  if (answer.length > mostEntries) return wrong('', 'too_long');
  const index = answer.findIndex((key) => !isOptionKey(key));
  return index < 0 ? undefined : wrong(`.${index}`, 'invalid');
}

/** What is wrong with what a page began on. */
export function findMistakeInStart(start: unknown): FieldMistake | undefined {
  return findMistakeInRecord(start, startParts, ['version', 'locale', 'seed']);
}

type Find = (value: unknown) => FieldMistake | undefined;

const mostEntries = 500;
const longestParameter = 2_000;

const wrong = (field: string, code: FieldErrorCode): FieldMistake => ({ field, code });
const isOptionKey = (value: unknown) =>
  typeof value === 'string' && value.length <= 100 && /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(value);
/** Empty where a text that may be left out was. */
const isToldText = (text: string) =>
  text === '' || text === standIns.text || text === standIns.email || isOptionKey(text);

const name: Find = (value) => (isName(value) ? undefined : wrong('', 'invalid'));
const parameter: Find = (value) => {
  if (typeof value !== 'string') return wrong('', 'wrong_type');
  return value.length > longestParameter ? wrong('', 'too_long') : undefined;
};
const count: Find = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : wrong('', 'invalid'));

const savedParts: Readonly<Record<keyof SavedVisit, Find>> = {
  version: name,
  at: name,
  answers: (value) => findMistakeInEntries(value, findMistakeInAnswer),
  counter: count,
  goals: (value) => (Array.isArray(value) ? findMistakeInEntries({ ...value }, name) : wrong('', 'wrong_type')),
};

const startParts: Readonly<Record<keyof PageStart, Find>> = {
  version: name,
  locale: name,
  seed: name,
  source: parameter,
  query: (value) => findMistakeInEntries(value, parameter),
  stepsLimit: count,
  saved: (value) => findMistakeInRecord(value, savedParts, Object.keys(savedParts)),
};

/** Looks at a record with these parts, of which some have to be there. */
function findMistakeInRecord(
  value: unknown,
  parts: Readonly<Record<string, Find>>,
  required: readonly string[],
): FieldMistake | undefined {
  if (!isRecord(value)) return wrong('', 'wrong_type');
  const missing = required.find((key) => value[key] === undefined);
  if (missing !== undefined) return wrong(`.${missing}`, 'required');
  return findFirst(value, (key, part) => (Object.hasOwn(parts, key) ? parts[key]!(part) : wrong('', 'unknown_field')));
}

/** Looks at a record of any names. */
function findMistakeInEntries(value: unknown, find: Find): FieldMistake | undefined {
  if (!isRecord(value)) return wrong('', 'wrong_type');
  if (Object.keys(value).length > mostEntries) return wrong('', 'too_long');
  return findFirst(value, (key, part) => (isName(key) ? find(part) : wrong('', 'invalid')));
}

function findFirst(
  record: Readonly<Record<string, unknown>>,
  find: (key: string, part: unknown) => FieldMistake | undefined,
): FieldMistake | undefined {
  for (const [key, part] of Object.entries(record)) {
    const mistake = find(key, part);
    if (mistake) return { ...mistake, field: `.${key}${mistake.field}` };
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
