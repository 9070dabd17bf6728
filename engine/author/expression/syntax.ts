import type { BinaryOperator, Expression, FunctionName, UnaryOperator } from '../../model.ts';

/** Characters `start` up to, not including, `end` of an expression's text, counted from 0. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An expression as it is written: names aren't resolved yet, and every part knows its place in the text. */
export type ExpressionSyntax = Span &
  /** `day`: how the day is written that the number stands for. */
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean; readonly day?: string }
    | { readonly kind: 'list'; readonly items: readonly ExpressionSyntax[] }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly object: string; readonly property: string; readonly propertySpan: Span }
    | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: ExpressionSyntax }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: ExpressionSyntax;
        readonly right: ExpressionSyntax;
      }
    | {
        readonly kind: 'call';
        readonly name: string;
        readonly nameSpan: Span;
        readonly arguments: readonly ExpressionSyntax[];
      }
  );

/** A text that is written out. */
export function literalText(syntax: ExpressionSyntax): string | undefined {
  return syntax.kind === 'literal' && typeof syntax.value === 'string' ? syntax.value : undefined;
}

/** What the day of the visit is called. */
export const todayName = 'today';
/** The day of the visit in the tree that runs: a variable that no funnel can have. */
export const todayVariable: Expression = { kind: 'variable', name: todayName };

/** The closed tree that runs. The syntax must have been checked: every name in it exists. */
export function toExpression(syntax: ExpressionSyntax, isVariable: (name: string) => boolean): Expression {
  const convert = (part: ExpressionSyntax): Expression => toExpression(part, isVariable);
  switch (syntax.kind) {
    case 'literal':
      return { kind: 'literal', value: syntax.value };
    case 'list':
      return { kind: 'list', items: syntax.items.map(convert) };
    case 'name':
      return isVariable(syntax.name) || syntax.name === todayName
        ? { kind: 'variable', name: syntax.name }
        : { kind: 'answer', field: syntax.name };
    case 'member':
      return syntax.object === 'variant'
        ? { kind: 'variant', experiment: syntax.property }
        : { kind: 'query', name: syntax.property };
    case 'unary':
      return { kind: 'unary', operator: syntax.operator, operand: convert(syntax.operand) };
    case 'binary':
      return {
        kind: 'binary',
        operator: syntax.operator,
        left: convert(syntax.left),
        right: convert(syntax.right),
      };
    case 'call':
      return toCall(syntax.name as WrittenFunction, syntax.arguments.map(convert));
  }
}

/** The functions that an author can write: `clamp` is written out in those that run. */
export type WrittenFunction = FunctionName | 'clamp';

function toCall(name: WrittenFunction, values: readonly Expression[]): Expression {
  if (name === 'years_since') return { kind: 'call', name, arguments: [...values, todayVariable] };
  if (name !== 'clamp') return { kind: 'call', name, arguments: values };
  const [value, lowest, highest] = values as [Expression, Expression, Expression];
  return toCall('min', [toCall('max', [value, lowest]), highest]);
}
