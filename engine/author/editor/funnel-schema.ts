import base from '../../../schemas/funnel.schema.json' with { type: 'json' };
import { stepTypes } from '../../model.ts';
import type { FunnelNames } from './funnel-names.ts';
import { conditionsOf, describeStep, suggest, where, type Schema, type Suggestion } from './suggestions.ts';

/**
 * The schema of funnels for editors: accepts what `schemas/funnel.schema.json` accepts, and offers the names that a
 * funnel has, where they can be used: the steps further on, conditions, dimensions, topics.
 */
export function funnelSchemaFor(funnels: readonly FunnelNames[], topics: readonly Suggestion[]): Schema {
  const { definitions, ...rest } = withoutExamples(base) as typeof base;
  return {
    ...rest,
    $id: 'generated/funnel.schema.json',
    definitions: {
      ...definitions,
      step: { ...definitions.step, properties: { type: { anyOf: stepTypes.map(typeSuggestion) } } },
      topicNames: suggest(topics),
      ...Object.assign({}, ...funnels.map(definitionsOf)),
    },
    allOf: [
      { properties: { outcomes: { additionalProperties: { properties: { topics: { items: ref('topicNames') } } } } } },
      ...funnels.map(whereItIs),
    ],
  };
}

/** With its description; a step that isn't complete yet has any of them. */
function typeSuggestion(type: (typeof stepTypes)[number]): Schema {
  return { const: type, description: base.definitions[type].description };
}

/** The examples of the manual would stand among the real names. */
function withoutExamples(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutExamples);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword, value]) => keyword !== 'examples' || !Array.isArray(value));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutExamples(value)]));
}

function definitionsOf(funnel: FunnelNames): Record<string, Schema> {
  const { id, steps } = funnel;
  const below = steps.map((_, index) => steps[index + 1]?.id);
  return Object.fromEntries([
    [`${id} conditions`, suggest(conditionsOf(funnel))],
    [`${id} dimensions`, suggest(funnel.dimensions.map((text) => ({ text })))],
    [`${id} finish`, suggest([{ text: 'finish', about: 'the end of the quiz' }])],
    ...steps.flatMap((step, index) => [
      [
        `${id} from ${step.id}`,
        either(suggest([{ text: step.id, about: describeStep(step) }]), onFrom(id, below[index])),
      ],
    ]),
  ]);
}

/** The targets that begin with a step: that one, and from its own definition all further on; so a list is as long as the funnel, once. */
function onFrom(funnel: string, step: string | undefined): Schema {
  return ref(step === undefined ? `${funnel} finish` : `${funnel} from ${step}`);
}

function either(...suggestions: readonly Schema[]): Schema {
  return { allOf: suggestions };
}

/** What a file offers whose `funnel` is this one. */
function whereItIs(funnel: FunnelNames): Schema {
  const conditions = ref(`${funnel.id} conditions`);
  const ids = funnel.steps.map(({ id }) => id);
  const own = ids.map((id, index) =>
    where(has({ id: { const: id } }), waysOn(onFrom(funnel.id, ids[index + 1]), conditions)),
  );
  const isNew = { not: has({ id: { enum: ids } }) };
  return where(has({ funnel: { const: funnel.id } }), {
    properties: {
      variables: { additionalProperties: { properties: { sum: ref(`${funnel.id} dimensions`) } } },
      steps: {
        items: {
          properties: { show_if: conditions },
          allOf: [...own, where(isNew, waysOn(onFrom(funnel.id, ids[0]), conditions))],
        },
      },
      outcomes: { additionalProperties: { properties: { when: conditions } } },
    },
  });
}

/** Where a step's own keys and its options name a step. */
function waysOn(targets: Schema, conditions: Schema): Schema {
  return {
    properties: {
      next: { allOf: [targets], items: { properties: { when: conditions, to: targets, else: targets } } },
      options: { additionalProperties: { properties: { next: targets } } },
    },
  };
}

function has(properties: Schema): Schema {
  return { required: Object.keys(properties), properties };
}

function ref(definition: string): Schema {
  return { $ref: `#/definitions/${definition.replaceAll(' ', '%20')}` };
}
