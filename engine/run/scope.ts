/** What the conditions of a funnel can see of a visit: only what lies on the visitor's path. */

import type { CompiledFunnel } from '../model.ts';
import { evaluate, type Scope, type Value } from './expression.ts';
import { indexOf } from './funnel-index.ts';
import { answerOnPath, type Journey } from './journey.ts';

/** Whether a named condition holds at this point of the visit. A value that is missing is false. */
export function holds(funnel: CompiledFunnel, journey: Journey, condition: string): boolean {
  const expression = funnel.conditions[condition];
  return expression !== undefined && evaluate(expression, scopeOf(funnel, journey)) === true;
}

function scopeOf(funnel: CompiledFunnel, journey: Journey): Scope {
  const { variants, query } = journey.input;
  const values = new Map<string, Value>();
  const scope: Scope = {
    answer(field) {
      const step = indexOf(funnel).fields.get(field);
      return step === undefined ? undefined : answerOnPath(journey, step);
    },
    variable(name) {
      if (!values.has(name)) {
        values.set(name, undefined); // a variable of itself is missing
        const variable = funnel.variables.find((each) => each.name === name);
        values.set(
          name,
          variable?.kind === 'value'
            ? evaluate(variable.value, scope)
            : journey.trail.totals[variable?.dimension ?? name],
        );
      }
      return values.get(name);
    },
    variant(name) {
      const experiment = funnel.experiments.find((each) => each.name === name);
      const known = experiment?.variants.find((each) => each.name === variants?.[name]);
      return (known ?? experiment?.variants[0])?.name;
    },
    query(name) {
      if (funnel.hiddenFields.includes(name) && query && Object.hasOwn(query, name)) return query[name];
    },
  };
  return scope;
}
