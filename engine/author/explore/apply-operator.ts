import type { Expression } from '../../model.ts';
import { evaluate, type Scope, type Value } from '../../run/expression.ts';
import type { Operator } from './term.ts';

/** The value of an operation on values, found by the evaluator that visits run: there is one meaning of the language. */
export function applyOperator(operator: Operator, values: readonly Value[]): Value {
  const scope: Scope = {
    answer: (place) => values[Number(place)],
    variable: () => undefined,
    variant: () => undefined,
    query: () => undefined,
  };
  return evaluate(expressionOf(operator, values.length), scope);
}

const expressions = new Map<string, Expression>();

/** The operation with its parts as the answers `0`, `1` and so on; made once. */
function expressionOf(operator: Operator, count: number): Expression {
  const key = `${operator} ${count}`;
  const known = expressions.get(key);
  if (known) return known;
  const parts = Array.from({ length: count }, (_, place): Expression => ({ kind: 'answer', field: String(place) }));
  const expression = write(operator, parts);
  expressions.set(key, expression);
  return expression;
}

function write(operator: Operator, parts: readonly Expression[]): Expression {
  const [left, right] = parts as [Expression, Expression];
  switch (operator) {
    case 'not':
      return { kind: 'unary', operator, operand: left };
    case 'negate':
      return { kind: 'unary', operator: '-', operand: left };
    case 'list':
      return { kind: 'list', items: parts };
    case 'min':
    case 'max':
    case 'abs':
    case 'round':
    case 'count':
    case 'answered':
      return { kind: 'call', name: operator, arguments: parts };
    default:
      return { kind: 'binary', operator, left, right };
  }
}
