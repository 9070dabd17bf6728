import type { CompiledFunnel, CompiledOutcome } from '../../model.ts';
import { printExpression } from '../expression/print.ts';
import { factsOf, type Facts } from './compare-texts.ts';

/** All that a funnel says besides its steps and outcomes. */
export function factsOfFunnel(funnel: CompiledFunnel): Facts {
  const { goals, variables, experiments, hiddenFields } = funnel;
  const written = variables.filter((variable) => variable.kind === 'value' || variable.name !== variable.dimension);
  return factsOf({
    path: funnel.path,
    'storage key': funnel.storageKey,
    languages: funnel.locales.join(', '),
    'goal at the start': goals.start,
    'goal at the finish': goals.finish,
    ...Object.fromEntries(
      written.map((variable) => [
        `variable "${variable.name}"`,
        variable.kind === 'sum' ? `the sum of ${variable.dimension}` : printExpression(variable.value),
      ]),
    ),
    ...Object.fromEntries(
      experiments.map(({ name, variants }) => [
        `experiment "${name}"`,
        variants.map((variant) => `${variant.name} ${variant.weight}`).join(', '),
      ]),
    ),
    'hidden fields': hiddenFields.join(', ') || undefined,
    'visitors begin anew (restart)': funnel.restart,
  });
}

/** All that an outcome says besides its place. */
export function factsOfOutcome({ when, topics }: CompiledOutcome): Facts {
  return factsOf({ when, topics: topics.join(', ') });
}
