/** Values of the funnel language's expressions. `evaluate` is total: every tree has a value, or is missing, for every visit. */

import type { BinaryOperator, Expression, FunctionName, RareFunction } from '../model.ts';

/** What an expression can be; `undefined` is "missing". */
export type Value = string | number | boolean | readonly Value[] | undefined;

/** What the names in an expression stand for, at one place of one visit. */
export interface EvaluationScope {
  /** The answer on the visitor's path; missing where there is none. */
  answer(field: string): Value;
  variable(name: string): Value;
  variant(experiment: string): Value;
  query(name: string): Value;
}

/**
 * The value of an expression. What is missing makes arithmetic missing and comparisons false, except `!=`, which is
 * always the opposite of `==`; `not`, `and` and `or` take it for false. What isn't finite is missing.
 */
export function evaluate(expression: Expression, scope: EvaluationScope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'answer':
      return scope.answer(expression.field);
    case 'variable':
      return scope.variable(expression.name);
    case 'variant':
      return scope.variant(expression.experiment);
    case 'query':
      return scope.query(expression.name);
    case 'unary': {
      const operand = evaluate(expression.operand, scope);
      return expression.operator === 'not' ? operand !== true : arithmetic([operand], (x) => -x);
    }
    case 'binary':
      return combine(expression.operator, evaluate(expression.left, scope), () => evaluate(expression.right, scope));
    case 'call':
      return call(
        expression.name,
        expression.arguments.map((argument) => evaluate(argument, scope)),
      );
  }
}

/** The expressions that an expression is made of. */
export function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'list':
      return expression.items;
    case 'call':
      return expression.arguments;
    case 'literal':
    case 'answer':
    case 'variable':
    case 'variant':
    case 'query':
      return [];
  }
}

type OnNumbers<Result> = (x: number, y: number) => Result;

const comparisons: Readonly<Record<string, OnNumbers<boolean>>> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
};
const computations: Readonly<Record<string, OnNumbers<number>>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '^': (x, y) => x ** y,
};

function combine(operator: BinaryOperator, left: Value, evaluateRight: () => Value): Value {
  if (operator === 'and') return left === true && evaluateRight() === true;
  if (operator === 'or') return left === true || evaluateRight() === true;
  const right = evaluateRight();
  if (operator === '==') return equals(left, right);
  if (operator === '!=') return !equals(left, right);
  if (operator === 'in') return contains(right, left);
  if (operator === 'has') return contains(left, right);
  const holds = comparisons[operator];
  if (holds) return typeof left === 'number' && typeof right === 'number' && holds(left, right);
  return arithmetic([left, right], computations[operator]!);
}

/** The rare functions. `steps/all.ts` makes them known. */
export const rareFunctions: { [name in RareFunction]?: (...values: readonly Value[]) => Value } = {};

function call(name: FunctionName, values: readonly Value[]): Value {
  const [first] = values;
  switch (name) {
    case 'answered':
      return first !== undefined;
    case 'count':
      return Array.isArray(first) ? first.length : first === undefined ? 0 : 1;
    case 'min':
      return arithmetic(values, Math.min);
    case 'max':
      return arithmetic(values, Math.max);
    case 'abs':
      return arithmetic(values, Math.abs);
    case 'round':
      return arithmetic(values.length > 1 ? values : [first, 0], roundTo);
    case 'floor':
      return arithmetic(values, Math.floor);
    case 'ceil':
      return arithmetic(values, Math.ceil);
    case 'if':
      return values[first === true ? 1 : 2];
    case 'default':
      return first ?? values[1];
    case 'years_since':
    case 'contains':
      return rareFunctions[name]!(...values);
  }
}

/** Lists are equal to nothing: whether one holds a value is asked with `has`. */
function equals(left: Value, right: Value): boolean {
  return left !== undefined && left === right && !Array.isArray(left);
}

function contains(list: Value, item: Value): boolean {
  return Array.isArray(list) && list.some((each) => equals(each, item));
}

/** Of numbers; missing where one is, and where the result isn't finite. */
export function arithmetic(values: readonly Value[], compute: (x: number, y: number) => number): Value {
  if (!values.every((value) => typeof value === 'number')) return undefined;
  const result = compute(...(values as [number, number]));
  return Number.isFinite(result) ? toDigits(result) : undefined;
}

/**
 * Rounds to so many decimals, a half away from zero, by the digits that a number is written with: 1.005 to two decimals is
 * 1.01. Expressions and the texts that show their values round alike.
 */
export function roundTo(value: number, decimals: number): number {
  const places = Math.trunc(decimals);
  const rounded = movePoint(Math.round(movePoint(Math.abs(value), places)), -places);
  return value < 0 ? 0 - rounded : rounded;
}

/** Times ten to the power of `places`, without the error of a product: only digits move. */
function movePoint(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** To 14 digits, so that what is equal on paper is equal here: 12.71 * 10 is 127.1. Changes no order. */
export function toDigits(value: number): number {
  return Number(value.toPrecision(14));
}
