import { addDays } from '../../../api/content/calendar.ts';
import { utcDay } from '../../../api/platform/utc-day.ts';
import fc, { type Arbitrary } from 'fast-check';
import { anyCharacter } from '../../harness/any-character.ts';

/** The parts of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** Text that has broken servers: zero bytes, halves of characters, markup, SQL, paths, very long lines. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-1',
    '💤',
  ),
  fc.constantFrom("' OR 1=1 --", '$1', '%', '%00', '%ff', '..', '../../etc/passwd', '<script>', '\r\nX: y', '{{7*7}}'),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'ñ'.repeat(length)),
);

const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -0, 1e308, [], {}, [[]], { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 10, max: 500 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
  fc.dictionary(hostileText, hostileText, { maxKeys: 5 }),
);

/** Values that mostly fit the schema, with something hostile in some places. */
export function arbitraryOfSchema(schema: Schema): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostileValue });
}

function fitting(schema: Schema): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type ?? '') {
    case 'object':
      return fittingObject(schema);
    case 'array':
      return fc.array(arbitraryOfSchema(schema.items ?? {}), { maxLength: 3 });
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.integer({ min: -1, max: 40 });
    case 'boolean':
      return fc.boolean();
    default:
      return hostileValue;
  }
}

function fittingObject({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const parts = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, arbitraryOfSchema(part)]));
  const complete = fc.record(parts, { requiredKeys: [...required] });
  const incomplete = fc.record(parts, { requiredKeys: [] });
  const withMore = fc.tuple(complete, fc.dictionary(hostileText, hostileValue, { maxKeys: 3 })).map(merge);
  return fc.oneof({ weight: 8, arbitrary: complete }, { weight: 1, arbitrary: incomplete }, withMore);
}

function merge([one, other]: [object, object]): unknown {
  return { ...one, ...other };
}

function fittingText({ format, maxLength = 50 }: Schema): Arbitrary<string> {
  const emails = fc.integer({ min: 0, max: 500 }).map((number) => `visitor-${number}@example.com`);
  if (format === 'email') return fc.oneof(emails, fc.emailAddress());
  if (format === 'password-rules')
    return fc.constantFrom('abcdef1', 'calm 7 waters', 'ñandú 22', '密码密码密码1', 'short1', 'nodigits');
  if (format === 'uuid') return fc.uuid();
  if (format === 'time-zone') return fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati');
  if (format === 'date') return fc.integer({ min: -40, max: 3 }).map((days) => addDays(utcDay(new Date()), days));
  return fc.oneof(fc.string({ maxLength: Math.min(maxLength, 50) }), fc.uuid(), hostileText);
}
