/** Where a funnel asks for the variant of an experiment. */

import type { CompiledFunnel, CompiledStep, Expression } from '../model.ts';

/** What reads variants, itself or by a variable. */
export interface VariantReaders {
  /** The experiments that a condition reads. */
  readonly conditions: ReadonlyMap<string, readonly string[]>;
  /** Indexes of the steps that are shown by such a condition. */
  readonly shows: ReadonlySet<number>;
  /** Indexes of the steps that lead on by one. */
  readonly leads: ReadonlySet<number>;
  /** Whether an outcome has one. */
  readonly decides: boolean;
}

const allReaders = new WeakMap<CompiledFunnel, VariantReaders>();

/** The readers of a funnel; found once. */
export function variantReaders(funnel: CompiledFunnel): VariantReaders {
  const known = allReaders.get(funnel);
  if (known) return known;
  const conditions = readingConditions(funnel);
  const reads = ({ when }: { readonly when?: string | undefined }) => when !== undefined && conditions.has(when);
  const stepsWhere = (test: (step: CompiledStep) => boolean) =>
    new Set(funnel.steps.flatMap((step, at) => (test(step) ? at : [])));
  const readers = {
    conditions,
    shows: stepsWhere(({ showIf }) => reads({ when: showIf })),
    leads: stepsWhere(({ next }) => next.some(reads)),
    decides: funnel.outcomes.some(reads),
  };
  allReaders.set(funnel, readers);
  return readers;
}

function readingConditions(funnel: CompiledFunnel): ReadonlyMap<string, readonly string[]> {
  const conditions = new Map<string, readonly string[]>();
  for (const [name, condition] of Object.entries(funnel.conditions)) {
    const read = experimentsIn(funnel, condition);
    const experiments = funnel.experiments.map((each) => each.name).filter((experiment) => read.has(experiment));
    if (experiments.length) conditions.set(name, experiments);
  }
  return conditions;
}

/** The experiments that an expression reads, itself or by a variable. */
export function experimentsIn(funnel: CompiledFunnel, condition: Expression): ReadonlySet<string> {
  const experiments = new Set<string>();
  const variables = new Set<string>();
  const read = (expression: Expression): void => {
    if (expression.kind === 'variant') experiments.add(expression.experiment);
    if (expression.kind === 'variable' && !variables.has(expression.name)) {
      variables.add(expression.name);
      const variable = funnel.variables.find(({ name }) => name === expression.name);
      if (variable?.kind === 'value') read(variable.value);
    }
    operandsOf(expression).forEach(read);
  };
  read(condition);
  return experiments;
}

function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'list':
      return expression.items;
    case 'call':
      return expression.arguments;
    default:
      return [];
  }
}
