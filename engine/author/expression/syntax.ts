import type { BinaryOperator, Expression, UnaryOperator } from '../../model.ts';
import { todayName } from './today.ts';
import { type WrittenOutWith, writeOut, type WrittenFunction } from './write-out.ts';

/** Characters `start` up to, not including, `end` of an expression's text, counted from 0. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An expression as it is written: names aren't resolved yet, and every part knows its place in the text. */
export type ExpressionSyntax = Span &
  /** `of`: what the number stands for, where it is written as a day or as a time. */
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean; readonly of?: 'day' | 'time' }
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

/** What the names in an expression are. */
export interface KnownNames extends WrittenOutWith {
  readonly isVariable: (name: string) => boolean;
}

/** The closed tree that runs. The syntax must have been checked: every name in it exists. */
export function toExpression(syntax: ExpressionSyntax, names: KnownNames): Expression {
  const convert = (part: ExpressionSyntax): Expression => toExpression(part, names);
  switch (syntax.kind) {
    case 'literal':
      return { kind: 'literal', value: syntax.value };
    case 'list':
      return { kind: 'list', items: syntax.items.map(convert) };
    case 'name':
      return names.isVariable(syntax.name) || syntax.name === todayName
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
      return writeOut(syntax.name as WrittenFunction, syntax.arguments.map(convert), names);
  }
}
