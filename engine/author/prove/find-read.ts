import { evaluate, type Scope } from '../../run/expression.ts';
import { toExpression, type ExpressionSyntax, type Span } from '../expression/syntax.ts';

export interface FindRead {
  readonly field: string;
  /** What the visit has answered by then. */
  readonly scope: Scope;
  /** How the variables of the flow are reckoned. */
  readonly variables: ReadonlyMap<string, ExpressionSyntax | undefined>;
}

/** The first name in a condition by which it reads an answer that the visit doesn't have: the answer's, or a variable's. */
export function findRead(syntax: ExpressionSyntax, find: FindRead): (Span & { readonly name: string }) | undefined {
  const { field, scope, variables } = find;
  switch (syntax.kind) {
    case 'name': {
      const variable = variables.get(syntax.name);
      const isRead = variable
        ? findRead(variable, find) !== undefined
        : syntax.name === field && scope.answer(field) === undefined;
      return isRead ? syntax : undefined;
    }
    case 'binary': {
      const found = findRead(syntax.left, find);
      if (found) return found;
      const isTrue =
        evaluate(
          toExpression(syntax.left, (name) => variables.has(name)),
          scope,
        ) === true;
      if ((syntax.operator === 'and' && !isTrue) || (syntax.operator === 'or' && isTrue)) return undefined;
      return findRead(syntax.right, find);
    }
    case 'unary':
      return findRead(syntax.operand, find);
    case 'list':
      return firstOf(syntax.items, find);
    case 'call':
      return syntax.name === 'answered' || syntax.name === 'count' ? undefined : firstOf(syntax.arguments, find);
    case 'literal':
    case 'member':
      return undefined;
  }
}

function firstOf(parts: readonly ExpressionSyntax[], find: FindRead): ReturnType<typeof findRead> {
  for (const part of parts) {
    const found = findRead(part, find);
    if (found) return found;
  }
  return undefined;
}
