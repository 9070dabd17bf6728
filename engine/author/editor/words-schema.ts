import base from '../../../schemas/words.schema.json' with { type: 'json' };
import type { FunnelNames, StepNames } from './funnel-names.ts';
import { describeStep, where, type Schema } from './suggestions.ts';

/**
 * The schema of words for editors: accepts what `schemas/words.schema.json` accepts, and offers the ids of the steps and
 * outcomes and the keys of the options. A file of words doesn't name its funnel: it is known by what it calls it.
 */
export function wordsSchemaFor(funnels: readonly FunnelNames[]): Schema {
  const named = funnels.filter(({ titles }) => titles.length > 0);
  return { ...base, $id: 'generated/words.schema.json', ...(named.length > 0 && { allOf: named.map(whereItIs) }) };
}

function whereItIs({ titles, steps, outcomes, dimensions }: FunnelNames): Schema {
  const name = { required: ['name'], properties: { name: { enum: [...new Set(titles)] } } };
  const outcomeWords = { allOf: [{ $ref: '#/definitions/outcomeWords' }] };
  return where(
    { required: ['funnel'], properties: { funnel: name } },
    {
      properties: {
        dimensions: { properties: Object.fromEntries(dimensions.map((dimension) => [dimension, {}])) },
        steps: { properties: Object.fromEntries(steps.map((step) => [step.id, stepWords(step)])) },
        outcomes: {
          properties: Object.fromEntries(outcomes.map(({ id, title }) => [id, { ...about(title), ...outcomeWords }])),
        },
      },
    },
  );
}

function stepWords(step: StepNames): Schema {
  const keys = Object.fromEntries(step.options.map(({ key, label }) => [key, about(label)]));
  return {
    ...about(describeStep(step)),
    allOf: [{ $ref: '#/definitions/stepWords' }],
    ...(step.options.length > 0 && { properties: { options: { properties: keys } } }),
  };
}

function about(description: string | undefined): Schema {
  return description === undefined ? {} : { description };
}
