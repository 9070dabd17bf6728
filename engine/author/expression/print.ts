import type { BinaryOperator, Expression } from '../../model.ts';

/** How tightly each operator binds; an operand that binds less tightly stands in parentheses. */
const strength: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  has: 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '^': 8,
};
const notStrength = 3;
const minusStrength = 7;

/** Writes an expression as an author would. Reading it again gives the same tree. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression.value);
    case 'list':
      return `[${expression.items.map(printExpression).join(', ')}]`;
    case 'answer':
      return expression.field;
    case 'variable':
      return expression.name;
    case 'variant':
      return `variant.${expression.experiment}`;
    case 'query':
      return `query.${expression.name}`;
    case 'call':
      return `${expression.name}(${writtenArguments(expression).map(printExpression).join(', ')})`;
    case 'unary':
      return expression.operator === 'not'
        ? `not ${printAtLeast(expression.operand, notStrength)}`
        : `-${printAtLeast(expression.operand, minusStrength)}`;
    case 'binary':
      return printBinary(expression);
  }
}

/** Of a number of years, that it is counted until today is not written. */
function writtenArguments({ name, arguments: values }: Expression & { kind: 'call' }): readonly Expression[] {
  return name === 'years_since' ? values.slice(0, -1) : values;
}

function printBinary({ operator, left, right }: Expression & { kind: 'binary' }): string {
  const own = strength[operator];
  const leftToRight = operator !== '^' && own !== 4;
  const leftText = printAtLeast(left, leftToRight ? own : own + 1);
  const rightText = printAtLeast(right, operator === '^' ? minusStrength : own + 1);
  return `${leftText} ${operator} ${rightText}`;
}

function printAtLeast(expression: Expression, least: number): string {
  const text = printExpression(expression);
  return strengthOf(expression) < least ? `(${text})` : text;
}

function strengthOf(expression: Expression): number {
  if (expression.kind === 'binary') return strength[expression.operator];
  if (expression.kind === 'unary') return expression.operator === 'not' ? notStrength : minusStrength;
  return 9;
}

function printLiteral(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}
