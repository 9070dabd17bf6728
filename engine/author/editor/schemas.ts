import wordsSchema from '../../../schemas/words.schema.json' with { type: 'json' };
import type { StepNames, Schema, Suggestion } from '../steps/authoring.ts';
import { funnelSchema } from '../shape/validate.ts';
import { authoringOf, questionOf, stepTypes } from '../steps/index.ts';
import { fieldTypes } from '../steps/schemas.ts';
import { keyOfExperiment } from '../variant-texts.ts';
import { optionTexts } from '../words/words.ts';
import type { FunnelNames } from './funnel-names.ts';

/**
 * The schema of funnels for editors: accepts what `schemas/funnel.schema.json` accepts, and offers the names that a
 * funnel has, where they can be used: the steps further on, conditions, dimensions, topics, accents.
 */
export function funnelSchemaFor(
  funnels: readonly FunnelNames[],
  topics: readonly Suggestion[],
  accents: readonly string[],
): Schema {
  const { definitions, ...rest } = withoutExamples(funnelSchema) as typeof funnelSchema;
  return {
    ...rest,
    $id: 'generated/funnel.schema.json',
    definitions: {
      ...definitions,
      step: { ...definitions.step, properties: { type: { anyOf: stepTypes.map(typeSuggestion) } } },
      groupField: { ...definitions.groupField, properties: { type: { anyOf: fieldTypes.map(typeSuggestion) } } },
      topicNames: suggest(topics),
      ...Object.assign({}, ...funnels.map(definitionsOf)),
    },
    allOf: [
      { properties: { look: { properties: { accent: { enum: accents } } } } },
      { properties: { outcomes: { additionalProperties: { properties: { topics: { items: ref('topicNames') } } } } } },
      ...funnels.map(whereWritten),
    ],
  };
}

/**
 * The schema of words for editors: accepts what `schemas/words.schema.json` accepts, and offers the ids of the steps and
 * outcomes and the keys of the options. A file of words doesn't name its funnel: it is known by what it calls it.
 */
export function wordsSchemaFor(funnels: readonly FunnelNames[]): Schema {
  const named = funnels.filter(({ titles }) => titles.length > 0);
  const { optionWords, stepWords, outcomeWords, ...texts } = wordsSchema.definitions;
  const [site, option, step, outcome] = [
    withVariants(wordsSchema.properties.site),
    withVariants(optionWords),
    withVariants(stepWords),
    withVariants(outcomeWords),
  ];
  return {
    ...wordsSchema,
    properties: { ...wordsSchema.properties, site: site.schema },
    definitions: {
      ...texts,
      ...Object.assign({}, ...[site, option, step, outcome].map(({ definitions }) => definitions)),
      optionWords: { anyOf: [option.schema, textsOfVariants({ $ref: '#/definitions/plainText' })] },
      stepWords: step.schema,
      outcomeWords: outcome.schema,
      ...Object.assign({}, ...named.filter(({ experiments }) => experiments.length > 0).map(variantsSchemas)),
    },
    $id: 'generated/words.schema.json',
    ...(named.length > 0 && { allOf: named.map(whereNamed) }),
  };
}

/** A mapping whose texts, and lists of texts, may depend on the variant, with a definition for each kind of them. */
function withVariants(schema: { readonly properties: Readonly<Record<string, Schema>> }): {
  readonly schema: Schema;
  readonly definitions: Readonly<Record<string, Schema>>;
} {
  const definitions: Record<string, Schema> = {};
  const properties = Object.entries(schema.properties).map(([key, text]) => {
    if (key === 'options' || key === 'consent') return [key, text];
    const name = `${String(text['$ref'] ?? text['title']).replace('#/definitions/', '')} by variant`;
    definitions[name] = { anyOf: [text, textsOfVariants(text)] };
    return [key, ref(name)];
  });
  return { schema: { ...schema, properties: Object.fromEntries(properties) }, definitions };
}

/** `{ variant.opening: { plain: …, bold: … } }`. */
function textsOfVariants(text: Schema): Schema {
  return {
    title: 'a text by variant',
    description: 'A text for each variant of an experiment of the flow: `{ variant.opening: { plain: …, bold: … } }`.',
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    patternProperties: { '^variant\\.': { type: 'object', minProperties: 1, additionalProperties: text } },
  };
}

/** Offers the experiments of a funnel where a text may depend on them, and their variants below. */
function variantsSchemas({ id, experiments }: FunnelNames): Readonly<Record<string, Schema>> {
  const keys = experiments.map(({ name, variants }) => {
    const texts = Object.fromEntries(variants.map((variant) => [variant, {}]));
    return [keyOfExperiment(name), { description: 'A text for each variant.', properties: texts }];
  });
  const ofText = ref(`${id} variants`);
  const ofParts = Object.fromEntries(optionTexts.map((part) => [part, ofText]));
  return {
    [`${id} variants`]: { properties: Object.fromEntries(keys) },
    [`${id} variants of options`]: { allOf: [ofText], properties: ofParts },
  };
}

/** With its description; a step that isn't complete yet has any of them. */
function typeSuggestion(type: (typeof stepTypes)[number]): Schema {
  return { const: type, description: authoringOf(type).description };
}

/** The examples of the manual would stand among the real names. */
function withoutExamples(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutExamples);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([keyword, value]) => keyword !== 'examples' || !Array.isArray(value));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, withoutExamples(value)]));
}

function definitionsOf(funnel: FunnelNames): Record<string, Schema> {
  const { id, steps } = funnel;
  const below = steps.map((_, index) => steps[index + 1]?.id);
  return Object.fromEntries([
    [`${id} conditions`, suggest(conditionsOf(funnel))],
    [`${id} prefill`, suggest(funnel.hiddenFields.map((name) => ({ text: `query.${name}` })))],
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
function whereWritten(funnel: FunnelNames): Schema {
  const conditions = ref(`${funnel.id} conditions`);
  const ids = funnel.steps.map(({ id }) => id);
  const own = ids.map((id, index) =>
    where(has({ id: { const: id } }), branchSchema(onFrom(funnel.id, ids[index + 1]), conditions)),
  );
  const conditional = {
    show_if: conditions,
    options: { additionalProperties: { properties: { show_if: conditions } } },
    check: { properties: { that: conditions } },
    prefill: ref(`${funnel.id} prefill`),
  };
  const ofSteps = { ...conditional, fields: { items: { properties: conditional } } };
  const isNew = { not: has({ id: { enum: ids } }) };
  return where(has({ funnel: { const: funnel.id } }), {
    properties: {
      variables: {
        additionalProperties: {
          properties: { sum: ref(`${funnel.id} dimensions`), text: { items: { properties: { when: conditions } } } },
        },
      },
      steps: {
        items: {
          properties: { ...ofSteps, steps: { items: { properties: ofSteps } } },
          allOf: [...own, where(isNew, branchSchema(onFrom(funnel.id, ids[0]), conditions))],
        },
      },
      outcomes: { additionalProperties: { properties: { when: conditions } } },
    },
  });
}

/** Where a step's own keys and its options name a step. */
function branchSchema(targets: Schema, conditions: Schema): Schema {
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

function whereNamed(names: FunnelNames): Schema {
  const { id: funnel, titles, steps, outcomes, dimensions, texts, experiments } = names;
  const byVariant = experiments.length > 0 ? ref(`${funnel} variants`) : undefined;
  const eachByVariant = byVariant && { additionalProperties: byVariant };
  const name = { required: ['name'], properties: { name: { enum: [...new Set(titles)] } } };
  const outcomeWords = { allOf: [{ $ref: '#/definitions/outcomeWords' }], ...eachByVariant };
  return where(
    { required: ['funnel'], properties: { funnel: name } },
    {
      properties: {
        dimensions: { properties: Object.fromEntries(dimensions.map((dimension) => [dimension, {}])) },
        variables: { properties: Object.fromEntries(texts.map((variable) => [variable.name, textsOf(variable)])) },
        ...(eachByVariant && { site: eachByVariant }),
        steps: { properties: Object.fromEntries(steps.map((step) => [step.id, stepWords(step, byVariant && funnel)])) },
        outcomes: {
          properties: Object.fromEntries(outcomes.map(({ id, title }) => [id, { ...about(title), ...outcomeWords }])),
        },
      },
    },
  );
}

function textsOf({ names }: FunnelNames['texts'][number]): Schema {
  return { properties: Object.fromEntries(names.map((name) => [name, {}])) };
}

/** `varying`: the funnel, if it has experiments. */
function stepWords(step: StepNames, varying: string | undefined): Schema {
  const byVariant = varying !== undefined && { allOf: [ref(`${varying} variants of options`)] };
  const keys = Object.fromEntries(step.options.map(({ key, label }) => [key, { ...about(label), ...byVariant }]));
  const properties = {
    ...(step.options.length > 0 && { options: { properties: keys } }),
    ...(varying !== undefined && { consent: {} }), // what visitors agree to is the same for all
  };
  return {
    ...about(describeStep(step)),
    allOf: [{ $ref: '#/definitions/stepWords' }],
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(varying !== undefined && { additionalProperties: ref(`${varying} variants`) }),
  };
}

function about(description: string | undefined): Schema {
  return description === undefined ? {} : { description };
}

/** A schema that offers texts and accepts everything: what is right, only the checker decides. */
function suggest(suggestions: readonly Suggestion[]): Schema {
  return {
    defaultSnippets: suggestions.map(({ text, about }) => ({
      label: text,
      ...(about !== undefined && { description: about }),
      body: text.replaceAll(/[\\$}]/g, String.raw`\$&`),
    })),
  };
}

/** A schema that says more where another one fits. */
function where(condition: Schema, more: Schema): Schema {
  // oxlint-disable-next-line unicorn/no-thenable -- what JSON Schema calls it; a schema is never awaited
  return { if: condition, then: more };
}

/** What a step is, in a line: `single_choice: What keeps you awake?` */
function describeStep({ type, title }: StepNames): string | undefined {
  return [type, title].filter((part) => part !== undefined).join(': ') || undefined;
}

/** A condition for each thing that can be asked of a visit: to begin with, and to change. */
function conditionsOf(funnel: FunnelNames): readonly Suggestion[] {
  const { shown, variables, experiments, readableFields } = funnel;
  const named = [...funnel.rankings, ...funnel.texts];
  const others = new Set([...shown.map(({ field }) => field), ...named.map(({ name }) => name)]);
  return [
    ...shown.flatMap(conditionsOnStep),
    ...variables.filter((name) => !others.has(name)).map((name) => ({ text: `${name} >= 1`, about: 'a variable' })),
    ...named.flatMap(({ name, names }) => names.map((each) => ({ text: `${name} == "${each}"`, about: 'a variable' }))),
    ...experiments.flatMap(({ name, variants }) =>
      variants.map((variant) => ({ text: `variant.${name} == "${variant}"`, about: 'a variant' })),
    ),
    ...readableFields.map((name) => ({ text: `query.${name} == ""`, about: 'a parameter of the landing address' })),
  ];
}

function conditionsOnStep(step: StepNames): readonly Suggestion[] {
  if (step.field === undefined) return [];
  const { field, type, title } = step;
  return questionOf(type)?.conditions(field, step) ?? [{ text: `answered(${field})`, about: title }];
}
