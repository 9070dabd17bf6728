import { fold } from '../../run/fold.ts';
import { minuteNumber } from '../../run/times.ts';
import { didYouMean } from '../did-you-mean.ts';
import { checkKey } from './check-operators.ts';
import { type Check, describe, expectCondition, expectNumber } from './expectations.ts';
import { type ExpressionSyntax, literalText } from './syntax.ts';
import type { WrittenFunction } from './write-out.ts';
import { booleanType, numberType, unknownType, type ValueType } from './types.ts';

type Call = ExpressionSyntax & { kind: 'call' };

const rankingHint = 'Write best(calm, energy), with two to eight dimensions.';

const betweenHint = 'Write hours_between(bed, up), with two times.';

/** How many values each function takes, and how that is said. */
const argumentCounts: Readonly<
  Record<WrittenFunction, { readonly min: number; readonly max: number; readonly hint?: string }>
> = {
  min: { min: 1, max: Infinity },
  max: { min: 1, max: Infinity },
  abs: { min: 1, max: 1 },
  round: { min: 1, max: 2, hint: 'Write round(value), or round(value, 1) for one decimal.' },
  floor: { min: 1, max: 1, hint: 'Write floor(value), or floor(value * 10) / 10 for one decimal.' },
  ceil: { min: 1, max: 1, hint: 'Write ceil(value), or ceil(value * 10) / 10 for one decimal.' },
  clamp: { min: 3, max: 3, hint: 'Write clamp(value, lowest, highest).' },
  mean: { min: 1, max: Infinity },
  best: { min: 2, max: 8, hint: rankingHint },
  second: { min: 2, max: 8, hint: rankingHint },
  if: { min: 3, max: 3, hint: 'Write if(condition, value where it is true, value where it is false).' },
  default: { min: 2, max: 2, hint: 'Write default(answer, 0): 0 stands for an answer that was not asked for.' },
  count: { min: 1, max: 2, hint: 'Write count(habits), or count(week, "often") for the rows of a matrix.' },
  answered: { min: 1, max: 2, hint: 'Write answered(hours), or answered(week, "tense") for a row of a matrix.' },
  place: {
    min: 2,
    max: 2,
    hint: 'Write place(cares, "sleep"), with an answer that is an order and one of its options.',
  },
  contains: { min: 2, max: 2, hint: 'Write contains(why, "noise"), with an answer of type text.' },
  years_since: { min: 1, max: 1, hint: 'Write years_since(birthday).' },
  hours_between: { min: 2, max: 2, hint: betweenHint },
};
const inWords = ['none', 'one', 'two', 'three'];

/** The type of a function call, after its arguments have been checked. */
export function checkCall(syntax: Call, check: Check): ValueType {
  const { name, start, end } = syntax;
  if (!isFunction(name)) return reportUnknown(syntax, check);
  const { min, max, hint } = argumentCounts[name];
  const given = syntax.arguments.length;
  if (given < min || given > max) {
    const wanted =
      min + 1 < max && max < Infinity
        ? `${inWords[min]} to ${max}`
        : max === Infinity
          ? 'one or more'
          : min < max
            ? `${inWords[min]} or ${inWords[max]}`
            : inWords[max];
    const message = `${name}( ) takes ${wanted} between its parentheses, and here ${given === 1 ? 'is' : 'are'} ${given}.`;
    check.report({ code: 'wrong_arguments', message, start, end, ...(hint !== undefined && { hint }) });
    return name === 'answered' || name === 'contains'
      ? booleanType
      : name === 'if' || name === 'default' || name === 'best' || name === 'second'
        ? unknownType
        : numberType;
  }
  switch (name) {
    case 'answered':
      checkAnswered(syntax, check);
      return booleanType;
    case 'count':
      checkCount(syntax, check);
      return numberType;
    case 'if':
      return checkIf(syntax, check);
    case 'default':
      return checkAlternatives(syntax, syntax.arguments, check);
    case 'contains':
      checkContains(syntax, check);
      return booleanType;
    case 'place':
      checkPlace(syntax, check);
      return numberType;
    case 'years_since':
      checkYearsSince(syntax, check);
      return numberType;
    case 'hours_between':
      for (const argument of syntax.arguments) checkTime(argument, check);
      return numberType;
    case 'best':
    case 'second':
      return checkRanking(syntax, check);
    case 'mean':
    case 'min':
    case 'max':
    case 'abs':
    case 'round':
    case 'floor':
    case 'ceil':
    case 'clamp':
      for (const argument of syntax.arguments) expectNumber(argument, check.typeOf(argument), check);
      if (name === 'clamp') checkLimits(syntax, check);
      return numberType;
  }
}

function checkIf(syntax: Call, check: Check): ValueType {
  const [condition, ...values] = syntax.arguments;
  expectCondition(condition!, check.typeOf(condition!), check);
  return checkAlternatives(syntax, values, check);
}

/** Of two values of which one is taken: that they are of one type, which expressions can go on with. */
function checkAlternatives(syntax: Call, values: readonly ExpressionSyntax[], check: Check): ValueType {
  const types = values.map((value) => check.typeOf(value));
  if (types.some(({ kind }) => kind === 'unknown')) return unknownType;
  const [first, second] = types as [ValueType, ValueType];
  const odd = types.findIndex(({ kind }) => kind === 'key' || kind === 'keys' || kind === 'list');
  if (odd !== -1) {
    const { start, end } = values[odd]!;
    const type = types[odd]!;
    const message = `${syntax.name}( ) gives a number, a date, a time or a text, and this is ${describe(type)}.`;
    const hint =
      'name' in type && type.kind === 'keys' ? { hint: `Write count(${type.name}) for how many were chosen.` } : {};
    return check.report({ code: 'type_mismatch', message, start, end, ...hint });
  }
  if (first.kind === second.kind) return first;
  const { start, end } = values[1]!;
  const message = `${syntax.name}( ) gives one of two values, and these are ${describe(first)} and ${describe(second)}.`;
  return check.report({ code: 'type_mismatch', message, start, end, hint: 'Both must be of one kind.' });
}

/** Limits that are written as numbers are the right way round. */
function checkLimits({ arguments: [, lowest, highest] }: Call, { report }: Check): void {
  const [low, high] = [lowest && literalNumber(lowest), highest && literalNumber(highest)];
  if (low === undefined || high === undefined || low <= high) return;
  const { start } = lowest!;
  const { end } = highest!;
  const message = `The lowest value of clamp( ), ${low}, is above its highest, ${high}.`;
  report({ code: 'wrong_arguments', message, start, end, hint: 'Write clamp(value, lowest, highest).' });
}

function literalNumber(syntax: ExpressionSyntax): number | undefined {
  if (syntax.kind === 'unary' && syntax.operator === '-') {
    const number = literalNumber(syntax.operand);
    return number === undefined ? undefined : -number;
  }
  return syntax.kind === 'literal' && typeof syntax.value === 'number' ? syntax.value : undefined;
}

function isFunction(name: string): name is WrittenFunction {
  return Object.hasOwn(argumentCounts, name);
}

/** Functions of spreadsheets and other languages, by what to write instead. */
const otherFunctions: Readonly<Record<string, string>> = {
  iif: 'Write if(condition, a, b).',
  ifelse: 'Write if(condition, a, b).',
  coalesce: 'Write default(answer, 0).',
  ifnull: 'Write default(answer, 0).',
  rounddown: 'Write floor(value).',
  roundup: 'Write ceil(value).',
  ceiling: 'Write ceil(value).',
  sum: 'Write a + b.',
  avg: 'Write mean(a, b).',
  average: 'Write mean(a, b).',
  pow: 'Write a ^ b.',
  sqrt: 'Write value ^ 0.5.',
  age: 'Write years_since(birthday).',
  datedif: 'Write years_since(birthday), or today - birthday for days.',
  timediff: 'Write hours_between(bed, up).',
  datediff: 'Write years_since(birthday), or today - birthday for days.',
};

function reportUnknown({ name, nameSpan }: Call, { report }: Check): ValueType {
  const message = `There is no function called ${name}.`;
  const hint =
    otherFunctions[name.toLowerCase()] ??
    didYouMean(name, Object.keys(argumentCounts)).hint ??
    `The functions are ${Object.keys(argumentCounts).join(', ')}.`;
  return report({ code: 'unknown_function', message, ...nameSpan, hint });
}

function checkAnswered({ arguments: [argument, row] }: Call, check: Check): void {
  if (!argument) return;
  const type = check.typeOf(argument);
  if (row) return checkRow(argument, row, check);
  const isAnswer = argument.kind === 'name' && check.scope.answers.has(argument.name);
  const isQuery = argument.kind === 'member' && argument.object === 'query';
  if (isAnswer || isQuery || type === unknownType) return;
  const { start, end } = argument;
  check.report({ code: 'wrong_arguments', message: 'answered( ) takes the name of an answer.', start, end });
}

function checkCount({ arguments: [argument, option] }: Call, check: Check): void {
  if (!argument) return;
  const type = check.typeOf(argument);
  if (type.kind === 'keys' && option) checkRows(type, option, check);
  if (type.kind === 'keys' || type.kind === 'unknown') return;
  const { start, end } = argument;
  const message = `count( ) takes an answer with several options, and this is ${describe(type)}.`;
  check.report({ code: 'not_multiple', message, start, end });
}

/** The name of one of several dimensions, each of which is named once. */
function checkRanking({ name, arguments: values }: Call, { scope, typeOf, report }: Check): ValueType {
  const keys = new Set<string>();
  for (const value of values) {
    const named = value.kind === 'name' ? value.name : undefined;
    if (named !== undefined && scope.dimensions.has(named) && !keys.has(named)) {
      keys.add(named);
      continue;
    }
    const { start, end } = value;
    if (named !== undefined && keys.has(named))
      return report({ code: 'wrong_arguments', message: `${named} is compared with itself.`, start, end });
    const type = typeOf(value);
    if (type.kind === 'unknown') return unknownType;
    const message = `${name}( ) compares dimensions, and this is ${describe(type)}.`;
    const hint = `Write names of dimensions${scope.dimensions.size > 0 ? `: ${[...scope.dimensions].slice(0, 8).join(', ')}` : ', on which options have a score'}.`;
    return report({ code: 'type_mismatch', message, start, end, hint });
  }
  return { kind: 'key', keys, of: 'dimension', name: `${name}(${[...keys].join(', ')})` };
}

function checkPlace({ arguments: [answer, option] }: Call, check: Check): void {
  const type = check.typeOf(answer!);
  if (type.kind === 'unknown') return;
  if (type.kind !== 'key' || type.of !== 'first') {
    const { start, end } = answer!;
    const message = `place( ) takes an answer that is an order, and this is ${describe(type)}.`;
    check.report({ code: 'type_mismatch', message, start, end, hint: 'Ask for it with a step of type rank.' });
    return;
  }
  const { start, end } = option!;
  const text = literalText(option!);
  if (text !== undefined) checkKey(type, option!, check);
  else {
    const hint = `Write place(${type.name}, "${[...type.keys][0]}").`;
    const message = 'After the answer, there must be an option key in quotes.';
    check.report({ code: 'wrong_arguments', message, start, end, hint });
  }
}

/** What can be looked for: it is sent instead of the text, so it is a word or a few. */
const searchable = /^[\p{Ll}\p{Lo}\p{N}'-]+(?: [\p{Ll}\p{Lo}\p{N}'-]+)*$/u;

function checkContains({ arguments: [answer, part] }: Call, check: Check): void {
  const type = check.typeOf(answer!);
  const text = literalText(part!);
  if (type.kind === 'unknown') return;
  if (answer!.kind !== 'name' || type.kind !== 'text' || type.isWritten !== true) {
    const { start, end } = answer!;
    const message = `contains( ) takes an answer in the visitor's own words, and this is ${describe(type)}.`;
    check.report({ code: 'type_mismatch', message, start, end, hint: 'Ask for it with a step of type text.' });
  } else if (text === undefined || text.length > 40 || !searchable.test(fold(text))) {
    const { start, end } = part!;
    const message =
      'After the answer, there must be a word in quotes, or a few: letters, digits, hyphens and apostrophes.';
    check.report({ code: 'wrong_arguments', message, start, end, hint: `Write contains(${answer!.name}, "noise").` });
  }
}

/** That the rows of a matrix have an option which is counted. */
function checkRows({ keys, name }: ValueType & { kind: 'keys' }, option: ExpressionSyntax, check: Check): void {
  const scale = new Set([...keys].flatMap((key) => key.split('.').slice(1)));
  if (scale.size > 0) return checkPart({ name, call: 'count', what: 'option', keys: scale }, option, check);
  reportNoRows(`${name} has no rows that could be counted.`, { name, option }, check);
}

/** That a matrix has a row which is asked for. */
function checkRow(answer: ExpressionSyntax, row: ExpressionSyntax, check: Check): void {
  const type = check.typeOf(answer);
  if (type.kind === 'unknown') return;
  const keys = type.kind === 'keys' ? [...type.keys].filter((key) => key.includes('.')) : [];
  const name = answer.kind === 'name' ? answer.name : 'This';
  if (keys.length === 0) return reportNoRows(`${name} has no rows.`, { name, option: row }, check);
  const rows = new Set(keys.map((key) => key.slice(0, key.indexOf('.'))));
  checkPart({ name, call: 'answered', what: 'row', keys: rows }, row, check);
}

interface NoRows {
  readonly name: string;
  readonly option: ExpressionSyntax;
}

function reportNoRows(message: string, { name, option }: NoRows, { report }: Check): void {
  const { start, end } = option;
  const text = literalText(option);
  const hint = text === undefined ? {} : { hint: `Write ${name} has "${text}".` };
  report({ code: 'wrong_arguments', message, start, end, ...hint });
}

interface PartOfMatrix {
  readonly name: string;
  readonly call: string;
  readonly what: 'option' | 'row';
  readonly keys: ReadonlySet<string>;
}

function checkPart({ name, call, what, keys }: PartOfMatrix, part: ExpressionSyntax, { report }: Check): void {
  const { start, end } = part;
  const text = literalText(part);
  if (text === undefined) {
    const hint = `Write ${call}(${name}, "${[...keys][0]}").`;
    const message = `After the matrix, there must be ${what === 'row' ? 'the key of a row' : 'an option key'} in quotes.`;
    report({ code: 'wrong_arguments', message, start, end, hint });
  } else if (!keys.has(text)) {
    const hint = didYouMean(text, keys).hint ?? `There are ${[...keys].map((key) => `"${key}"`).join(', ')}.`;
    report({ code: 'unknown_option', message: `${name} has no ${what} "${text}".`, start, end, hint });
  }
}

function checkYearsSince({ arguments: [argument] }: Call, check: Check): void {
  const type = check.typeOf(argument!);
  const isAnswer = argument!.kind === 'name' && check.scope.answers.has(argument!.name);
  if (type.kind === 'unknown' || (type.kind === 'date' && isAnswer)) return;
  const { start, end } = argument!;
  const what = type.kind === 'date' ? 'one that is worked out' : describe(type);
  const message = `years_since( ) takes the answer to a date, and this is ${what}.`;
  const hint = 'Write years_since(birthday), with the name of the answer.';
  check.report({ code: 'type_mismatch', message, start, end, hint });
}

function checkTime(syntax: ExpressionSyntax, check: Check): void {
  const type = check.typeOf(syntax);
  if (type.kind === 'unknown' || type.kind === 'time') return;
  const { start, end } = syntax;
  const text = literalText(syntax);
  const hint = text !== undefined && minuteNumber(text) !== undefined ? `Write ${text} without quotes.` : betweenHint;
  const message = `hours_between( ) takes two times of day, and this is ${describe(type)}.`;
  check.report({ code: 'type_mismatch', message, start, end, hint });
}
