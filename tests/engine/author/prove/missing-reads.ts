import type { CompiledFunnel, Expression } from '../../../../engine/model.ts';
import { operandsOf } from '../../../../engine/run/expression.ts';
import { indexOf } from '../../../../engine/run/funnel-index.ts';
import { answerOnPath, type Journey } from '../../../../engine/run/journey.ts';
import { holds } from '../../../../engine/run/walk.ts';

/**
 * The fields that a condition reads at this place of a visit without finding an answer, and the arithmetic that has no value
 * though its parts have; the real evaluator says how far it reads.
 */
export function missingReads(funnel: CompiledFunnel, journey: Journey, condition: string): ReadonlySet<string> {
  const isTrue = (expression: Expression) => holds(probesOf(funnel), journey, JSON.stringify(expression));
  const hasValue = (expression: Expression) => isTrue({ kind: 'call', name: 'answered', arguments: [expression] });
  const found = new Set<string>();
  const variables = new Set<string>();

  function read(expression: Expression): void {
    switch (expression.kind) {
      case 'answer': {
        const step = indexOf(funnel).fields.get(expression.field);
        if (step === undefined || answerOnPath(journey, step) === undefined) found.add(expression.field);
        return;
      }
      case 'variable':
        return readVariable(expression.name);
      case 'binary': {
        read(expression.left);
        if (expression.operator === 'and' && !isTrue(expression.left)) return;
        if (expression.operator === 'or' && isTrue(expression.left)) return;
        read(expression.right);
        const { left, right } = expression;
        if ('+-*/^'.includes(expression.operator) && hasValue(left) && hasValue(right) && !hasValue(expression))
          found.add(JSON.stringify(expression));
        return;
      }
      case 'call':
        if (expression.name === 'answered' || expression.name === 'count') return;
        if (expression.name === 'default' || expression.name === 'if') return readAlternative(expression);
        return expression.arguments.forEach(read);
      case 'list':
      case 'literal':
      case 'query':
      case 'unary':
      case 'variant':
        operandsOf(expression).forEach(read);
    }
  }

  function readAlternative({ name, arguments: values }: Expression & { kind: 'call' }): void {
    const [first, second, third] = values as [Expression, Expression, Expression];
    if (name === 'if') {
      read(first);
      return read(isTrue(first) ? second : third);
    }
    if (!hasValue(first)) read(second);
  }

  function readVariable(name: string): void {
    if (variables.has(name)) return;
    variables.add(name);
    const variable = funnel.variables.find((each) => each.name === name);
    if (variable?.kind === 'value') read(variable.value);
  }

  read(funnel.conditions[condition]!);
  return found;
}

const probes = new WeakMap<CompiledFunnel, CompiledFunnel>();

/** The same funnel with every part of its expressions as a condition. */
function probesOf(funnel: CompiledFunnel): CompiledFunnel {
  const known = probes.get(funnel);
  if (known) return known;
  const conditions: Record<string, Expression> = {};
  const add = (expression: Expression): void => {
    const answered: Expression = { kind: 'call', name: 'answered', arguments: [expression] };
    for (const each of [expression, answered]) conditions[JSON.stringify(each)] = each;
    operandsOf(expression).forEach(add);
  };
  Object.values(funnel.conditions).forEach(add);
  for (const variable of funnel.variables) if (variable.kind === 'value') add(variable.value);
  const probing = { ...funnel, conditions };
  probes.set(funnel, probing);
  return probing;
}
