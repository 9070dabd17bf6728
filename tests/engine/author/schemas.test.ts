import { describe, expect, test } from 'vitest';
import { funnelSchema } from '../../../engine/author/shape/validate.ts';
import { stepTypes } from '../../../engine/author/steps/index.ts';
import linksSchema from '../../../schemas/links.schema.json' with { type: 'json' };
import sessionsSchema from '../../../schemas/sessions.schema.json' with { type: 'json' };
import testimonialsSchema from '../../../schemas/testimonials.schema.json' with { type: 'json' };
import topicsSchema from '../../../schemas/topics.schema.json' with { type: 'json' };
import wordsSchema from '../../../schemas/words.schema.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every schema within a schema, with the pointer that leads to it. */
function* within(schema: Schema, pointer = '#'): Iterable<readonly [string, Schema]> {
  yield [pointer, schema];
  for (const key of ['properties', 'definitions']) {
    const children = schema[key];
    if (!isSchema(children)) continue;
    for (const [name, child] of Object.entries(children))
      if (isSchema(child)) yield* within(child, `${pointer}/${key}/${name}`);
  }
  for (const key of ['items', 'additionalProperties', 'propertyNames']) {
    const child = schema[key];
    if (isSchema(child)) yield* within(child, `${pointer}/${key}`);
  }
}

describe.each([
  ['funnel', funnelSchema as Schema],
  ['words', wordsSchema as Schema],
  ['topics', topicsSchema as Schema],
  ['sessions', sessionsSchema as Schema],
  ['links', linksSchema as Schema],
  ['testimonials', testimonialsSchema as Schema],
])('the %s schema', (_name, schema) => {
  const parts = [...within(schema)];

  test('allows no key that it does not know', () => {
    const open = parts.filter(([, { type, properties, additionalProperties, oneOf }]) => {
      const isObject =
        type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
      return isObject && oneOf === undefined && additionalProperties === undefined;
    });
    expect(open.map(([pointer]) => pointer)).toEqual([]);
  });

  test('explains every key', () => {
    const silent = parts.filter(
      ([pointer, part]) =>
        /properties\/\w+$/.test(pointer) && part['$ref'] === undefined && typeof part['description'] !== 'string',
    );
    expect(silent.map(([pointer]) => pointer)).toEqual([]);
  });

  test('refers only to what it defines', () => {
    const definitions = Object.keys((schema['definitions'] as Schema | undefined) ?? {});
    const missing = [...JSON.stringify(schema).matchAll(/#\/definitions\/(\w+)/g)].filter(
      ([, name]) => !definitions.includes(name ?? ''),
    );
    expect(missing).toEqual([]);
  });
});

test('the schema knows the types of step', () => {
  const { oneOf } = funnelSchema.definitions.step;
  expect(oneOf.map(({ $ref }) => $ref.split('/').at(-1))).toEqual([...stepTypes]);
});
