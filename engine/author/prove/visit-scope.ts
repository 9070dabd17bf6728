import type { CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { evaluate, type Scope } from '../../run/expression.ts';

/** What conditions can see of a visit at its end. */
export function scopeOfVisit(funnel: CompiledFunnel, { variants, query, steps }: ExampleVisit): Scope {
  const given = new Map(steps.map(({ step, answer }) => [step, answer]));
  const scope: Scope = {
    answer(field) {
      const step = funnel.steps.find((each) => 'field' in each && each.field === field);
      return step && given.get(step.id);
    },
    variable(name) {
      const variable = funnel.variables.find((each) => each.name === name);
      if (variable?.kind === 'value') return evaluate(variable.value, scope);
      return sumOfVisit(funnel, given, variable?.dimension ?? name);
    },
    variant: (name) => variants?.[name] ?? funnel.experiments.find((each) => each.name === name)?.variants[0]?.name,
    query: (name) => query?.[name],
  };
  return scope;
}

function sumOfVisit(
  { steps }: CompiledFunnel,
  given: ReadonlyMap<string, ExampleVisit['steps'][number]['answer']>,
  dimension: string,
): number {
  let sum = 0;
  for (const step of steps) {
    if (!('options' in step)) continue;
    const chosen = [given.get(step.id) ?? []].flat();
    for (const { key, scores } of step.options) if (chosen.includes(key)) sum += scores?.[dimension] ?? 0;
  }
  return sum;
}
