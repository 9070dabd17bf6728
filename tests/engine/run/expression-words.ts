import type { BinaryOperator, FunctionName } from '../../../engine/model.ts';

/** Every operator between two expressions, and every function. */
export const operators: readonly BinaryOperator[] = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'in',
  'has',
  '+',
  '-',
  '*',
  '/',
  '^',
];
export const functions: readonly FunctionName[] = [
  'min',
  'max',
  'abs',
  'round',
  'floor',
  'ceil',
  'count',
  'answered',
  'if',
  'default',
  'years_since',
];
