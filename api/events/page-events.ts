import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { FieldErrorCode } from '../../schemas/api/problem.ts';
import type { PageEvent } from '../../engine/run/page-log.ts';
import { redactedPatterns } from '../../engine/run/steps/all.ts';
import { cutSource, sourceOf } from '../../engine/run/query.ts';
import type { FieldMistake } from '../platform/http/problem.ts';

/** The events of a page's batch, or the first mistake: `events.3.2` is the third part of the fourth event. */
type ReadEvents =
  { readonly ok: true; readonly events: readonly PageEvent[] } | { readonly ok: false; readonly mistake: FieldMistake };

/**
 * Reads the events of the page's batch number `n`; the first batch begins with `open`. Doesn't ask whether the funnel
 * would have accepted them. Text that a visitor typed is refused: only option keys, numbers and placeholders are stored.
 */
export function readPageEvents(reported: readonly (readonly unknown[])[], n: number): ReadEvents {
  const validate = n === 0 ? isFirstBatch : isLaterBatch;
  if (!validate(reported)) return { ok: false, mistake: toMistake(validate.errors![0]!) };
  return { ok: true, events: (reported as unknown as readonly PageEvent[]).map(cutSources) };
}

/** A browser with an older page, or one that isn't ours, may send any text as `utm_source`. */
function cutSources(event: PageEvent): PageEvent {
  if (event[1] !== 'open') return event;
  const [at, kind, { source, query, ...start }] = event;
  const cut = {
    ...start,
    ...(source !== undefined && { source: sourceOf(source) }),
    ...(query && { query: cutSource(query) }),
  };
  return [at, kind, cut];
}

/** The code of a mistake is the schema's own `code`, else that of the keyword. */
function toMistake({ instancePath, keyword, params, propertyName, parentSchema }: ErrorObject): FieldMistake {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? propertyName;
  const path = ['events', ...instancePath.split('/').slice(1), ...(typeof name === 'string' ? [name] : [])];
  const code = (parentSchema?.['code'] as FieldErrorCode | undefined) ?? codes[keyword] ?? 'invalid';
  return { field: path.join('.'), code };
}

const codes: Readonly<Record<string, FieldErrorCode>> = {
  type: 'wrong_type',
  required: 'required',
  minItems: 'required',
  maxItems: 'too_long',
  maxLength: 'too_long',
  maxProperties: 'too_long',
  additionalProperties: 'unknown_field',
};

const maxEntries = 500;
/** Ten years; it only has to be a time. */
const maxMilliseconds = 10 * 365 * 24 * 3_600_000;

const time = { type: 'number', minimum: 0, maximum: maxMilliseconds };
/** Of a step, a field, a goal or a locale; or a version or a seed. */
const name = { type: 'string', pattern: String.raw`^[\w-]{1,100}$`, code: 'invalid' };
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, code: 'invalid' };
const parameter = { type: 'string', maxLength: 2_000 };
const key = '(?=.{1,100}$)[a-z][a-z0-9]*(?:_[a-z0-9]+)*';
/** Of an option; or the cell of a matrix, its row and its column. */
const optionKey = { type: 'string', pattern: String.raw`^${key}(?:\.${key})?$`, code: 'invalid' };

const answer = {
  type: ['number', 'string', 'array'],
  // Finite: JSON can say 1e999.
  minimum: -Number.MAX_VALUE,
  maximum: Number.MAX_VALUE,
  // Empty where an optional text was left out.
  pattern: `^(?:|${redactedPatterns.join('|')}|${key})$`,
  maxItems: maxEntries,
  items: optionKey,
};

const recordOf = (value: object) => ({
  type: 'object',
  maxProperties: maxEntries,
  propertyNames: name,
  additionalProperties: value,
});

const saved = {
  type: 'object',
  required: ['version', 'at', 'answers', 'counter', 'goals'],
  additionalProperties: false,
  properties: {
    version: name,
    at: name,
    answers: recordOf(answer),
    counter: count,
    goals: { type: 'array', maxItems: maxEntries, items: name },
  },
};

const start = {
  type: 'object',
  required: ['version', 'locale', 'seed'],
  additionalProperties: false,
  properties: {
    version: name,
    locale: name,
    seed: name,
    source: parameter,
    query: recordOf(parameter),
    stepsLimit: count,
    today: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d$` },
    saved,
  },
};

/** Time and kind are checked first, then how many parts there are, then each part. */
const eventOf = (kind: object, ...shapes: readonly object[]) => ({
  allOf: [{ prefixItems: [time, kind] }, ...shapes],
});
const partsOf = (...parts: readonly object[]) => ({
  minItems: 2 + parts.length,
  maxItems: 2 + parts.length,
  prefixItems: [true, true, ...parts],
});
const ofKinds = (kinds: readonly string[], ...parts: readonly object[]) => ({
  if: { prefixItems: [true, { enum: kinds }] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: partsOf(...parts),
});

const openEvent = eventOf({ const: 'open' }, partsOf(start));
const laterEvent = eventOf(
  { enum: ['answer', 'next', 'back', 'hide', 'show'] satisfies PageEvent[1][] },
  ofKinds(['answer'], name, answer),
  ofKinds(['next', 'back'], name),
  ofKinds(['hide', 'show']),
);

// Numbers that JSON can't write are out of range rather than of another type.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictNumbers: false,
  verbose: true,
}).addKeyword('code');
const isFirstBatch = ajv.compile({ prefixItems: [openEvent], items: laterEvent });
const isLaterBatch = ajv.compile({ items: laterEvent });
