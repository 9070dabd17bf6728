import type { StepNames } from '../steps/authoring.ts';
import { questionOf } from '../steps/index.ts';
import type { FunnelNames } from './funnel-names.ts';

/** TypeScript that says of every funnel which names it has and what its answers can be. */
export function writeAnswerTypes(funnels: readonly FunnelNames[]): string {
  return [
    '// Written by `npm run funnel -- editor` from the funnels. Changes here are lost.',
    '',
    '/** Every funnel by its id. */',
    'export interface Funnels {',
    ...funnels.flatMap(describe),
    '}',
    '',
  ].join('\n');
}

function describe({ id, locales, goals, shown, variables, experiments, outcomes }: FunnelNames): readonly string[] {
  return [
    `  ${quote(id)}: {`,
    `    locale: ${oneOf(locales)};`,
    `    step: ${oneOf(shown.map((step) => step.id))};`,
    '    answers: {',
    ...[...answerTypes(shown)].map(([field, type]) => `      ${quote(field)}: ${type};`),
    '    };',
    `    variable: ${oneOf(variables)};`,
    `    outcome: ${oneOf(outcomes.map((outcome) => outcome.id))};`,
    `    goal: ${oneOf(goals)};`,
    '    variants: {',
    ...experiments.map(({ name, variants }) => `      ${quote(name)}: ${oneOf(variants)};`),
    '    };',
    '  };',
  ];
}

/** By field; where two steps have one by mistake, as the first of them says. */
function answerTypes(steps: readonly StepNames[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const step of steps)
    if (step.field !== undefined && !types.has(step.field)) types.set(step.field, answerType(step));
  return types;
}

function answerType({ type, options }: StepNames): string {
  const keys = oneOf(options.map(({ key }) => key));
  const written = options.filter(({ isWrittenIn }) => isWrittenIn).map(({ key }) => ` | \`${key}:\${string}\``);
  return questionOf(type)?.answerType(keys + written.join('')) ?? 'string';
}

function oneOf(names: readonly string[]): string {
  return names.length === 0 ? 'never' : [...new Set(names)].map(quote).join(' | ');
}

function quote(name: string): string {
  return JSON.stringify(name);
}
