import { applyOperator, type Operator } from '../expression/terms.ts';
import { yearsBetween } from '../../run/days.ts';
import { toDigits, type Value } from '../../run/expression.ts';

/**
 * What a term can be while answers are only known to lie in ranges: numbers from `least` to `most` (none, where `least` is
 * greater), `true`, or something else: false, missing, a text, a list. Never less than what there can be.
 */
export interface Region {
  readonly least: number;
  readonly most: number;
  readonly isTrue: boolean;
  readonly isOther: boolean;
}

export const anything: Region = { least: -Infinity, most: Infinity, isTrue: true, isOther: true };
export const onlyTrue: Region = { least: Infinity, most: -Infinity, isTrue: true, isOther: false };
const onlyOther: Region = { least: Infinity, most: -Infinity, isTrue: false, isOther: true };
const trueOrNot: Region = { least: Infinity, most: -Infinity, isTrue: true, isOther: true };

export function numbers(least: number, most: number, isOther = false): Region {
  return { least, most, isTrue: false, isOther };
}

export function regionOf(value: Value): Region {
  if (typeof value === 'number') return numbers(value, value);
  return value === true ? onlyTrue : onlyOther;
}

export function hasNumbers({ least, most }: Region): boolean {
  return least <= most;
}

export function isEmpty(region: Region): boolean {
  return !hasNumbers(region) && !region.isTrue && !region.isOther;
}

/** What is in both. */
export function meet(one: Region, other: Region): Region {
  return {
    least: Math.max(one.least, other.least),
    most: Math.min(one.most, other.most),
    isTrue: one.isTrue && other.isTrue,
    isOther: one.isOther && other.isOther,
  };
}

function join(one: Region, other: Region): Region {
  if (isEmpty(one)) return other;
  if (isEmpty(other)) return one;
  return {
    least: Math.min(one.least, other.least),
    most: Math.max(one.most, other.most),
    isTrue: one.isTrue || other.isTrue,
    isOther: one.isOther || other.isOther,
  };
}

/** The one value of a region that has only one; `undefined` where it has more, or where it isn't known which. */
function onlyValue({ least, most, isTrue, isOther }: Region): number | true | undefined {
  if (isOther) return undefined;
  if (isTrue) return least > most ? true : undefined;
  return least === most ? least : undefined;
}

/** Whether a region can be something that `and`, `or` and `not` take for false. */
export function canFail(region: Region): boolean {
  return region.isOther || hasNumbers(region);
}

function condition(isTrue: boolean, isOther: boolean): Region {
  return isTrue ? (isOther ? trueOrNot : onlyTrue) : onlyOther;
}

/**
 * What an operation can be. Exact where its parts have one value each. The bounds of `+ - * /` are those of the evaluator's
 * own numbers, as rounding never changes an order. `isSame`: both sides are one term.
 */
export function apply(operator: Operator, parts: readonly Region[], isSame = false): Region {
  const values = parts.map(onlyValue);
  if (values.every((value) => value !== undefined)) return regionOf(applyOperator(operator, values));
  const [first = anything, second = anything] = parts;
  switch (operator) {
    case 'and':
      return condition(
        parts.every(({ isTrue }) => isTrue),
        parts.some(canFail),
      );
    case 'or':
      return condition(
        parts.some(({ isTrue }) => isTrue),
        parts.every(canFail),
      );
    case 'not':
      return condition(canFail(first), first.isTrue);
    case 'answered':
      return condition(true, first.isOther);
    case '==':
      return condition(canEqual(first, second), true);
    case '!=':
      return condition(true, canEqual(first, second));
    case '<':
      return compare(first, second, first.least < second.most, first.most >= second.least);
    case '<=':
      return compare(first, second, first.least <= second.most, first.most > second.least);
    case '>':
      return compare(first, second, first.most > second.least, first.least <= second.most);
    case '>=':
      return compare(first, second, first.most >= second.least, first.least < second.most);
    case 'in':
    case 'contains':
      return trueOrNot;
    case 'list':
      return onlyOther;
    case 'count':
      return numbers(0, Infinity);
    case 'if':
      return join(first.isTrue ? second : nothing, canFail(first) ? (parts[2] ?? anything) : nothing);
    case 'default':
      return first.isOther ? join(first, second) : first;
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
    case 'negate':
    case 'min':
    case 'max':
    case 'abs':
    case 'round':
    case 'floor':
    case 'ceil':
    case 'years_since':
      return compute(operator, parts, isSame);
  }
}

const nothing: Region = numbers(Infinity, -Infinity);

function canEqual(one: Region, other: Region): boolean {
  const [least, most] = [Math.max(one.least, other.least), Math.min(one.most, other.most)];
  return least <= most || (one.isTrue && other.isTrue) || (one.isOther && other.isOther);
}

/** `holds` and `fails`: whether it can do so between the numbers of the two. */
function compare(one: Region, other: Region, holds: boolean, fails: boolean): Region {
  const areNumbers = hasNumbers(one) && hasNumbers(other);
  const mayBeOther = [one, other].some(({ isTrue, isOther }) => isTrue || isOther);
  return condition(areNumbers && holds, mayBeOther || !areNumbers || fails);
}

/** What works numbers out of numbers. */
export type Arithmetic =
  '+' | '-' | '*' | '/' | '^' | 'negate' | 'min' | 'max' | 'abs' | 'round' | 'floor' | 'ceil' | 'years_since';

function compute(operator: Arithmetic, parts: readonly Region[], isSame: boolean): Region {
  if (!parts.every(hasNumbers)) return onlyOther;
  const [least, most] = bounds(operator, parts, isSame).map(toDigits) as [number, number];
  const isFinite = Number.isFinite(least) && Number.isFinite(most);
  const isOther = !isFinite || parts.some((part) => part.isTrue || part.isOther);
  return numbers(Number.isNaN(least) ? -Infinity : least, Number.isNaN(most) ? Infinity : most, isOther);
}

type Bounds = readonly [least: number, most: number];

function bounds(operator: Arithmetic, parts: readonly Region[], isSame: boolean): Bounds {
  const [a, b] = parts as readonly [Region, Region];
  switch (operator) {
    case '+':
      return [a.least + b.least, a.most + b.most];
    case '-':
      return isSame ? [0, 0] : [a.least - b.most, a.most - b.least];
    case '*':
      return isSame ? squares(a) : extremes(a, b, (x, y) => x * y);
    case '/':
      return quotients(a, b);
    case '^':
      return powers(a, b);
    case 'negate':
      return [-a.most, -a.least];
    case 'min':
      return [Math.min(...parts.map(({ least }) => least)), Math.min(...parts.map(({ most }) => most))];
    case 'max':
      return [Math.max(...parts.map(({ least }) => least)), Math.max(...parts.map(({ most }) => most))];
    case 'abs':
      return a.least >= 0 ? [a.least, a.most] : a.most <= 0 ? [-a.most, -a.least] : [0, Math.max(-a.least, a.most)];
    case 'round':
      return roundings(a, parts[1]);
    case 'floor':
    case 'ceil':
      return [Math[operator](a.least), Math[operator](a.most)];
    case 'years_since':
      return [yearsBetween(a.most, b.least), yearsBetween(a.least, b.most)];
  }
}

function squares({ least, most }: Region): Bounds {
  const [one, other] = [least * least, most * most];
  return [least <= 0 && most >= 0 ? 0 : Math.min(one, other), Math.max(one, other)];
}

function extremes(a: Region, b: Region, of: (x: number, y: number) => number): Bounds {
  const ends = [of(a.least, b.least), of(a.least, b.most), of(a.most, b.least), of(a.most, b.most)];
  return [Math.min(...ends), Math.max(...ends)];
}

/** Where the divisor can be zero there is no number for that, and beside it they can be large. */
function quotients(a: Region, b: Region): Bounds {
  if (b.least > 0 || b.most < 0) return extremes(a, b, (x, y) => x / y);
  if (b.least === 0 && b.most > 0) {
    if (a.least >= 0) return [a.least / b.most, Infinity];
    if (a.most <= 0) return [-Infinity, a.most / b.most];
  }
  return [-Infinity, Infinity];
}

/** How far `**` may be from the exact power, and from the order of powers. */
const slack = 1e-14;

function powers(a: Region, b: Region): Bounds {
  if (![a.least, a.most, b.least, b.most].every(Number.isFinite)) return [-Infinity, Infinity];
  const exponent = b.least;
  if (exponent !== b.most) {
    // Of a base above 0, powers rise or fall throughout, with the base and with the exponent.
    if (a.least <= 0) return [-Infinity, Infinity];
    const [lowest, highest] = extremes(a, b, (x, y) => x ** y);
    return [lowest * (1 - slack), highest * (1 + slack)];
  }
  const isRoot = !Number.isInteger(exponent);
  if (exponent < 0 ? a.least <= 0 : isRoot && a.least < 0) return [-Infinity, Infinity];
  const [one, other] = [a.least ** exponent, a.most ** exponent];
  const isEven = !isRoot && exponent % 2 === 0 && exponent > 0;
  const least = isEven && a.least < 0 && a.most > 0 ? 0 : Math.min(one, other);
  const most = Math.max(one, other);
  return [least - Math.abs(least) * slack, most + Math.abs(most) * slack];
}

function roundings(a: Region, digits: Region | undefined): Bounds {
  if (digits && digits.least !== digits.most) return [-Infinity, Infinity];
  const round = (x: number): number => {
    if (!Number.isFinite(x)) return x;
    const value = applyOperator('round', digits ? [x, digits.least] : [x]);
    return typeof value === 'number' ? value : Number.NaN;
  };
  return [round(a.least), round(a.most)];
}
