import { numberType, textType, unknownType, type Scope, type ValueType } from './expression/types.ts';
import type { Flow, FlowStep } from './flow.ts';
import type { MisspeltNames } from './misspelt.ts';

/** The names that the expressions of a flow can use. */
export function readScope(flow: Flow, misspelt: MisspeltNames): Scope {
  const answers = new Map<string, ValueType>();
  const fieldOfStep = new Map<string, string>();
  for (const step of flow.steps) {
    if (step.field === undefined) continue;
    answers.set(step.field, answers.has(step.field) ? unknownType : typeOfAnswer(step, step.field, misspelt));
    if (step.id !== undefined && step.id !== step.field) fieldOfStep.set(step.id, step.field);
  }
  for (const name of misspelt.steps) if (!answers.has(name)) answers.set(name, unknownType);
  const variables = new Set([...Object.keys(flow.value.variables ?? {}), ...dimensionsOf(flow)]);
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
    hiddenFields: new Set((flow.value.hidden_fields ?? []).filter((name) => name !== undefined)),
    complete: flow.complete.names,
    fieldOfStep,
  };
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
  const keys = new Set([...step.options.map(({ key }) => key), ...(misspelt.options.get(step.id ?? '') ?? [])]);
  switch (step.value.type) {
    case 'single_choice':
      return { kind: 'key', keys, of: 'option', name };
    case 'multiple_choice':
      return { kind: 'keys', keys, name };
    case 'number':
      return numberType;
    case 'text':
    case 'email':
      return textType;
    default:
      return unknownType;
  }
}
