import { calendar } from '../../run/days.ts';
import type { Operator } from '../expression/terms.ts';
import {
  type Arithmetic,
  anything,
  canFail,
  hasNumbers,
  isEmpty,
  meet,
  numbers,
  onlyTrue,
  type Region,
} from './region.ts';

/**
 * What the parts of an operation can be where it is known what the operation is: for each part a region that holds all that
 * is left of it, nothing where no more is known. Bounds are a little wider than they would be without rounding.
 */
export function partsFor(operator: Operator, whole: Region, parts: readonly Region[]): readonly (Region | undefined)[] {
  const [first = anything, second = anything] = parts;
  switch (operator) {
    case 'and':
      if (!canFail(whole)) return parts.map(() => onlyTrue);
      return whole.isTrue
        ? []
        : othersDecide(parts, ({ isTrue, ...rest }) => isTrue && !canFail({ isTrue, ...rest }), failing);
    case 'or':
      if (!whole.isTrue) return parts.map(() => failing);
      return canFail(whole) ? [] : othersDecide(parts, ({ isTrue }) => !isTrue, onlyTrue);
    case 'not':
      if (!canFail(whole)) return [failing];
      return whole.isTrue ? [] : [onlyTrue];
    case '==':
    case '!=':
      return whole.isTrue === (operator === '==') && !(whole.isTrue && canFail(whole)) ? areEqual(first, second) : [];
    case '<':
    case '<=':
    case '>':
    case '>=':
      return sidesOf(operator, whole, first, second);
    case 'if':
      if (!canMeet(whole, second)) return [failing, undefined, whole];
      return canMeet(whole, parts[2] ?? anything) ? [] : [onlyTrue, whole];
    case 'default':
      return first.isOther ? [] : [whole];
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
      return whole.isOther || !hasNumbers(whole) ? [] : operands(operator, whole, parts);
    case 'answered':
    case 'count':
    case 'in':
    case 'contains':
    case 'list':
      return [];
  }
}

/** Anything that isn't true. */
const failing: Region = { least: -Infinity, most: Infinity, isTrue: false, isOther: true };
const anyNumber = numbers(-Infinity, Infinity);

function canMeet(one: Region, other: Region): boolean {
  return !isEmpty(meet(one, other));
}

/** Where all parts but one are settled, that one decides. */
function othersDecide(
  parts: readonly Region[],
  isSettled: (part: Region) => boolean,
  decided: Region,
): readonly (Region | undefined)[] {
  const open = parts.flatMap((part, at) => (isSettled(part) ? [] : [at]));
  return open.length === 1 ? parts.map((_, at) => (at === open[0] ? decided : undefined)) : [];
}

/** Each of two equal values can only be what the other can be. */
function areEqual(one: Region, other: Region): readonly Region[] {
  return [other, one];
}

type Order = '<' | '<=' | '>' | '>=';
const opposite: Readonly<Record<Order, Order>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

function sidesOf(operator: Order, whole: Region, left: Region, right: Region): readonly (Region | undefined)[] {
  const holds = !canFail(whole);
  const areNumbers = [left, right].every(({ isTrue, isOther }) => !isTrue && !isOther);
  if (!holds && (whole.isTrue || !areNumbers)) return [];
  switch (holds ? operator : opposite[operator]) {
    case '<':
      return [numbers(-Infinity, -numberAbove(-right.most)), numbers(numberAbove(left.least), Infinity)];
    case '<=':
      return [numbers(-Infinity, right.most), numbers(left.least, Infinity)];
    case '>':
      return [numbers(numberAbove(right.least), Infinity), numbers(-Infinity, -numberAbove(-left.most))];
    case '>=':
      return [numbers(right.least, Infinity), numbers(-Infinity, left.most)];
  }
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The next number that there is. */
function numberAbove(number: number): number {
  if (number === 0) return Number.MIN_VALUE;
  if (!Number.isFinite(number)) return number;
  double[0] = number;
  bits[0]! += number > 0 ? 1n : -1n;
  return double[0];
}

/** What rounding can add to a bound that is made of numbers of this size. */
const slack = 1e-12;

function around(least: number, most: number, ...sizes: readonly number[]): Region {
  const size = sizes.reduce((sum, each) => sum + (Number.isFinite(each) ? Math.abs(each) : 0), 0) * slack;
  return numbers(
    Number.isNaN(least) ? -Infinity : least - size - Math.abs(finite(least)) * slack - Number.MIN_VALUE,
    Number.isNaN(most) ? Infinity : most + size + Math.abs(finite(most)) * slack + Number.MIN_VALUE,
  );
}

function finite(number: number): number {
  return Number.isFinite(number) ? number : 0;
}

/** Of an operation that is a number. */
function operands(operator: Arithmetic, whole: Region, parts: readonly Region[]): readonly (Region | undefined)[] {
  const { least, most } = whole;
  const [a, b] = parts as readonly [Region, Region];
  switch (operator) {
    case '+':
      return [
        around(least - b.most, most - b.least, b.least, b.most),
        around(least - a.most, most - a.least, a.least, a.most),
      ];
    case '-':
      return [
        around(least + b.least, most + b.most, b.least, b.most),
        around(a.least - most, a.most - least, a.least, a.most),
      ];
    case 'negate':
      return [numbers(-most, -least)];
    case '*':
      return [factor(whole, b), factor(whole, a)];
    case '/':
      return [product(whole, b), divisor(whole, a)];
    case 'min':
      return parts.map(() => numbers(least, Infinity));
    case 'max':
      return parts.map(() => numbers(-Infinity, most));
    case 'abs':
      return [numbers(-most, most)];
    case 'round':
      return [rounded(whole, parts[1]), ...parts.slice(1).map(() => anyNumber)];
    case 'floor':
      return [around(least, most + 1)];
    case 'ceil':
      return [around(least - 1, most)];
    case 'years_since':
      return yearsApart(whole, a, b);
    case '^':
      return [base(whole, a, b), anyNumber];
  }
}

/** What times `other` can be `whole`. */
function factor({ least, most }: Region, other: Region): Region {
  if (other.least <= 0 && other.most >= 0) return anyNumber;
  const ends = [least / other.least, least / other.most, most / other.least, most / other.most];
  return around(Math.min(...ends), Math.max(...ends));
}

/** What divided by `other` can be `whole`. */
function product({ least, most }: Region, other: Region): Region {
  const ends = [least * other.least, least * other.most, most * other.least, most * other.most];
  return around(Math.min(...ends), Math.max(...ends));
}

/** By what `dividend` can be divided so that it is `whole`. */
function divisor({ least, most }: Region, dividend: Region): Region {
  if (least <= 0 && most >= 0) return anyNumber;
  const ends = [dividend.least / least, dividend.least / most, dividend.most / least, dividend.most / most];
  return around(Math.min(...ends), Math.max(...ends));
}

function rounded({ least, most }: Region, digits: Region | undefined): Region {
  if (digits && digits.least !== digits.most) return anyNumber;
  const unit = 10 ** -Math.trunc(digits?.least ?? 0);
  return around(least - 0.51 * unit, most + 0.51 * unit, unit);
}

/** What is left of two days that are so many years apart, if both are in the calendar: a few days too many. */
function yearsApart({ least, most }: Region, since: Region, until: Region): readonly Region[] {
  const isKnown = [since, until].every((day) => day.least >= calendar.first && day.most <= calendar.last);
  if (!isKnown) return [anyNumber, anyNumber];
  const [fewest, latest] = [least * 365.2425 - 5, (most + 1) * 365.2425 + 5];
  return [numbers(until.least - latest, until.most - fewest), numbers(since.least + fewest, since.most + latest)];
}

/** Of a power with a known whole exponent. */
function base({ least, most }: Region, { least: from }: Region, exponent: Region): Region {
  const n = exponent.least;
  if (n !== exponent.most || n <= 0 || !Number.isInteger(n)) return anyNumber;
  const root = Math.max(0, most) ** (1 / n) * (1 + 1e-9);
  if (from >= 0) return numbers(Math.max(0, least) ** (1 / n) * (1 - 1e-9), root);
  return n % 2 === 0 ? numbers(-root, root) : anyNumber;
}
