import type { FunnelNames, StepNames } from './funnel-names.ts';

/** A JSON Schema, or a part of one. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A text that an editor offers, with a line about it. */
export interface Suggestion {
  readonly text: string;
  readonly about?: string | undefined;
}

/** A schema that offers texts and accepts everything: what is right, only the checker decides. */
export function suggest(suggestions: readonly Suggestion[]): Schema {
  return {
    defaultSnippets: suggestions.map(({ text, about }) => ({
      label: text,
      ...(about !== undefined && { description: about }),
      body: text.replaceAll(/[\\$}]/g, String.raw`\$&`),
    })),
  };
}

/** A schema that says more where another one fits. */
export function where(condition: Schema, more: Schema): Schema {
  // oxlint-disable-next-line unicorn/no-thenable -- what JSON Schema calls it; nobody awaits a schema
  return { if: condition, then: more };
}

/** What a step is, in a line: `single_choice: What keeps you awake?` */
export function describeStep({ type, title }: StepNames): string | undefined {
  return [type, title].filter((part) => part !== undefined).join(': ') || undefined;
}

/** A condition for each thing that can be asked of a visit: to begin with, and to change. */
export function conditionsOf({ steps, variables, experiments, hiddenFields }: FunnelNames): readonly Suggestion[] {
  const fields = new Set(steps.map(({ field }) => field));
  return [
    ...steps.flatMap(conditionsOnStep),
    ...variables.filter((name) => !fields.has(name)).map((name) => ({ text: `${name} >= 1`, about: 'a variable' })),
    ...experiments.flatMap(({ name, variants }) =>
      variants.map((variant) => ({ text: `variant.${name} == "${variant}"`, about: 'a variant' })),
    ),
    ...hiddenFields.map((name) => ({ text: `query.${name} == ""`, about: 'a parameter of the landing address' })),
  ];
}

function conditionsOnStep({ type, field, options, range, title }: StepNames): readonly Suggestion[] {
  if (field === undefined) return [];
  switch (type) {
    case 'single_choice':
      return options.map(({ key, label }) => ({ text: `${field} == "${key}"`, about: label }));
    case 'multiple_choice':
      return options.map(({ key, label }) => ({ text: `${field} has "${key}"`, about: label }));
    case 'number':
      return range ? [{ text: `${field} >= ${Math.ceil((range.min + range.max) / 2)}`, about: title }] : [];
    default:
      return [{ text: `answered(${field})`, about: title }];
  }
}
