import { questionOf } from './steps/index.ts';
import { dateType, numberType, type Scope, unknownType, type ValueType } from './expression/types.ts';
import { rankedNames } from './expression/ranked.ts';
import type { Flow, FlowStep } from './flow.ts';
import { textVariablesOf } from './text-variables.ts';
import { hiddenFieldsOf } from './hidden-fields.ts';
import { matchNames } from './did-you-mean.ts';
import type { Words } from './words/words.ts';

/** The names that the expressions of a flow can use; of a flow with `for_each`, as it is written out. */
export function readScope(flow: Flow, misspelt: MisspeltNames): Scope {
  const answers = new Map<string, ValueType>();
  const fieldOfStep = new Map<string, string>();
  const fieldsOfEach = new Map<string, readonly string[]>();
  for (const step of flow.steps) {
    if (step.field === undefined) continue;
    answers.set(step.field, answers.has(step.field) ? unknownType : typeOfAnswer(step, step.field, misspelt));
    if (step.id !== undefined && step.id !== step.field) fieldOfStep.set(step.id, step.field);
    const { id, field } = step.writtenOut?.from.value ?? {};
    for (const name of new Set([id, field]))
      if (name !== undefined) fieldsOfEach.set(name, [...(fieldsOfEach.get(name) ?? []), step.field]);
  }
  for (const name of misspelt.steps) if (!answers.has(name)) answers.set(name, unknownType);
  const dimensions = dimensionsOf(flow);
  const variables = new Map<string, ValueType>([...dimensions].map((name) => [name, numberType]));
  for (const [name, { format, text }] of Object.entries(flow.value.variables ?? {}))
    variables.set(name, text ? unknownType : format?.date === undefined ? numberType : dateType);
  for (const { name, names } of rankingsOf(flow))
    variables.set(name, { kind: 'key', keys: new Set(names), of: 'dimension', name });
  for (const { name, names } of textVariablesOf(flow))
    variables.set(name, { kind: 'key', keys: new Set(names), of: 'text', name });
  for (const name of answers.keys()) {
    if (!variables.has(name)) continue;
    variables.delete(name);
    answers.set(name, unknownType);
  }
  return {
    answers,
    variables,
    experiments: new Map(
      Object.entries(flow.value.experiments ?? {}).map(([name, { variants }]) => [
        name,
        variants && new Set(Object.keys(variants)),
      ]),
    ),
    dimensions,
    hiddenFields: new Set(hiddenFieldsOf(flow).map(({ name }) => name)),
    personalFields: new Set(hiddenFieldsOf(flow).flatMap(({ name, isPersonal }) => (isPersonal ? [name] : []))),
    complete: flow.complete.names,
    fieldOfStep,
    fieldsOfEach,
  };
}

/** The variables that are the name of a dimension, with those that they can be. */
export function rankingsOf({ value }: Flow): readonly { readonly name: string; readonly names: readonly string[] }[] {
  return Object.entries(value.variables ?? {}).flatMap(([name, variable]) => {
    const names = rankedNames(variable.value);
    return names ? [{ name, names }] : [];
  });
}

/** Names of the dimensions that options score on, in the order of the file. A plain `score: 2` is on `score`. */
export function dimensionsOf(flow: Flow): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { options } of flow.steps) {
    for (const { value } of options) {
      if (typeof value.score === 'number') names.add('score');
      else for (const name of Object.keys(value.score ?? {})) names.add(name);
    }
  }
  return names;
}

function typeOfAnswer(step: FlowStep, name: string, misspelt: MisspeltNames): ValueType {
  if (!step.sound) return unknownType;
  const question = questionOf(step.value.type);
  const options = question?.groups?.(step).flat() ?? step.options;
  const keys = new Set([
    ...options.map(({ key }) => key),
    ...(misspelt.options.get((step.writtenOut?.from ?? step).id ?? '') ?? []),
  ]);
  return question?.valueType(keys, name) ?? unknownType;
}

/**
 * Names that all locales have words for where the flow has a similar one instead: it is the flow that is misspelt. And
 * names that the flow no longer has, while other places still do.
 */
export interface MisspeltNames {
  readonly steps: ReadonlySet<string>;
  /** By the id of the step. */
  readonly options: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the flow probably misspells. What uses the right names is no mistake as well. */
export function readMisspelt(flow: Flow, words: readonly Words[], renames: Renames = noRenames): MisspeltNames {
  const steps = agreedNames(
    [...flow.stepsById.keys()],
    words.map(({ value }) => Object.keys(value.steps ?? {})),
  );
  const options = new Map<string, ReadonlySet<string>>();
  for (const { id, options: wanted } of flow.steps) {
    if (id === undefined || wanted.length === 0) continue;
    const given = words.map(({ value }) => Object.keys(value.steps?.[id]?.options ?? {}));
    const agreed = agreedNames(
      wanted.map(({ key }) => key),
      given,
    );
    const all = [...agreed, ...(renames.options.get(id)?.keys() ?? [])];
    if (all.length > 0) options.set(id, new Set(all));
  }
  return { steps: new Set([...steps, ...renames.steps.keys()]), options };
}

/** Old names that are still in use, and the new ones. */
export interface Renames {
  readonly steps: ReadonlyMap<string, string>;
  /** By the id of the step. */
  readonly options: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const noRenames: Renames = { steps: new Map(), options: new Map() };

function agreedNames(wanted: readonly string[], given: readonly (readonly string[])[]): ReadonlySet<string> {
  const [first, ...others] = given;
  if (!first || others.length === 0) return new Set();
  const known = new Set(wanted);
  if (first.every((name) => known.has(name))) return new Set();
  const meant = matchNames(wanted, first).extra.filter(({ meant, successor }) => (meant ?? successor) !== undefined);
  return new Set(meant.map(({ name }) => name).filter((name) => others.every((names) => names.includes(name))));
}
