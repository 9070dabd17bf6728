import type { CompiledFunnel, Expression } from '../../model.ts';
import { yearsBetween } from '../../run/days.ts';
import { evaluate } from '../../run/expression.ts';

/** The lowest and the highest value. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Says between which numbers the value of an expression lies where it has one; nothing where that isn't known. */
export type RangeOf = (expression: Expression) => Range | undefined;

/** What divides by nearly nothing, or isn't known to end anywhere before. */
const huge: Range = { least: -1e150, most: 1e150 };
/** Days of the calendar, from year 0 to 9999. */
export const days: Range = { least: -720_000, most: 2_940_000 };

/** Reckons with the ranges of answers and the totals of dimensions. The range holds all values, and may be too wide. */
export function valueRanges(
  funnel: Pick<CompiledFunnel, 'variables' | 'dimensions'>,
  rangeOfAnswer: (field: string) => Range | undefined,
): RangeOf {
  const variables = new Map<string, Range | undefined>();

  function rangeOf(expression: Expression): Range | undefined {
    const range = rangeOfAny(expression);
    return range && Math.abs(range.least) < 1e300 && Math.abs(range.most) < 1e300 ? range : undefined;
  }

  function rangeOfAny(expression: Expression): Range | undefined {
    switch (expression.kind) {
      case 'literal':
        return typeof expression.value === 'number' ? point(expression.value) : undefined;
      case 'answer':
        return rangeOfAnswer(expression.field);
      case 'variable':
        return rangeOfVariable(expression.name);
      case 'unary': {
        const range = rangeOf(expression.operand);
        return expression.operator === '-' && range ? { least: -range.most, most: -range.least } : undefined;
      }
      case 'binary':
        return ofOperation(expression, rangeOf(expression.left), rangeOf(expression.right));
      case 'call':
        return rangeOfCall(expression);
      case 'list':
      case 'variant':
      case 'query':
        return undefined;
    }
  }

  function rangeOfVariable(name: string): Range | undefined {
    if (name === 'today') return days;
    if (variables.has(name)) return variables.get(name);
    variables.set(name, undefined); // a variable of itself
    const variable = funnel.variables.find((each) => each.name === name);
    const range =
      variable?.kind === 'value'
        ? rangeOf(variable.value)
        : funnel.dimensions.find((each) => each.name === (variable?.dimension ?? name));
    variables.set(name, range);
    return range;
  }

  function rangeOfCall({ name, arguments: values }: Expression & { kind: 'call' }): Range | undefined {
    const ranges = values.map(rangeOf);
    const [first, second, third] = ranges;
    switch (name) {
      case 'contains':
        return undefined;
      case 'count':
        return { least: 0, most: 1000 };
      case 'answered':
        return undefined;
      case 'if':
        return second && third && widest(second, third);
      case 'default':
        return first && second && widest(first, second);
      case 'abs':
        return first && first.least < 0 && first.most > 0
          ? { least: 0, most: Math.max(-first.least, first.most) }
          : eachEnd([first], ([x]) => Math.abs(x!));
      case 'round':
        if (values.length > 1 && values[1]!.kind !== 'literal') return undefined;
        return eachEnd([first, second ?? point(0)], (ends) => compute(name, ends));
      case 'floor':
      case 'ceil':
        return eachEnd([first], ([x]) => Math[name](x!));
      case 'years_since':
        return eachEnd([first, second], ([since, until]) => yearsBetween(since!, until!));
      case 'min':
      case 'max': {
        if (ranges.some((range) => !range)) return undefined;
        const all = ranges as readonly Range[];
        return {
          least: Math[name](...all.map(({ least }) => least)),
          most: Math[name](...all.map(({ most }) => most)),
        };
      }
    }
  }

  return rangeOf;
}

function ofOperation(
  { operator, right }: Expression & { kind: 'binary' },
  one: Range | undefined,
  other: Range | undefined,
): Range | undefined {
  if (!one || !other) return undefined;
  switch (operator) {
    case '+':
      return { least: one.least + other.least, most: one.most + other.most };
    case '-':
      return { least: one.least - other.most, most: one.most - other.least };
    case '*':
      return eachEnd([one, other], ([x, y]) => x! * y!);
    case '/':
      return holdsZero(other) ? huge : eachEnd([one, other], ([x, y]) => x! / y!);
    case '^':
      return ofPower(one, other, right);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'and':
    case 'or':
    case 'in':
    case 'has':
      return undefined;
  }
}

/** Of a power it is known where the base is above 0, or the exponent a whole number that is written out. */
function ofPower(base: Range, exponent: Range, written: Expression): Range | undefined {
  const ends = eachEnd([base, exponent], ([x, y]) => x! ** y!);
  if (base.least > 0) return ends;
  const isWhole = written.kind === 'literal' && Number.isInteger(written.value) && Number(written.value) > 0;
  if (base.least === 0 && exponent.least > 0) return ends;
  return isWhole && ends ? widest(ends, point(0)) : undefined;
}

/** Whether a divisor can be 0. */
export function holdsZero({ least, most }: Range): boolean {
  return least <= 0 && most >= 0;
}

function point(value: number): Range {
  return { least: value, most: value };
}

/** The lowest and the highest value of two ranges taken together. */
export function widest(one: Range, other: Range): Range {
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) };
}

/** Of what rises or falls throughout: the least and the most of what it makes of the ends. */
function eachEnd(ranges: readonly (Range | undefined)[], make: (ends: readonly number[]) => number): Range | undefined {
  let ends: readonly (readonly number[])[] = [[]];
  for (const range of ranges) {
    if (!range) return undefined;
    ends = ends.flatMap((before) => [
      [...before, range.least],
      [...before, range.most],
    ]);
  }
  const made = ends.map(make);
  return made.some(Number.isNaN) ? undefined : { least: Math.min(...made), most: Math.max(...made) };
}

function compute(name: 'round', ends: readonly number[]): number {
  const values = ends.map((value): Expression => ({ kind: 'literal', value }));
  return Number(evaluate({ kind: 'call', name, arguments: values }, nowhere));
}

const nowhere = { answer: nothing, variable: nothing, variant: nothing, query: nothing };

function nothing(): undefined {
  return undefined;
}
