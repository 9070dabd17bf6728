import { dayNumber } from '../../run/days.ts';
import { minuteNumber } from '../../run/times.ts';
import { didYouMean } from '../did-you-mean.ts';
import { describe, expectCondition, expectNumber, type Check } from './expectations.ts';
import { type ExpressionSyntax, literalText } from './syntax.ts';
import { booleanType, dateType, numberType, unknownType, type ValueType } from './types.ts';

type Binary = ExpressionSyntax & { kind: 'binary' };

/** The type of an operation, after its two sides have been checked for going together. */
export function checkBinary(syntax: Binary, check: Check): ValueType {
  switch (syntax.operator) {
    case 'and':
    case 'or':
      expectCondition(syntax.left, check.typeOf(syntax.left), check);
      expectCondition(syntax.right, check.typeOf(syntax.right), check);
      return booleanType;
    case '==':
    case '!=':
      return checkEquality(syntax, check);
    case 'in':
      return checkIn(syntax, check);
    case 'has':
      return checkHas(syntax, check);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return checkOrder(syntax, check);
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
      return checkArithmetic(syntax, check);
  }
}

/** Two numbers, two dates, or two times. */
function checkOrder({ left, right, start, end }: Binary, check: Check): ValueType {
  const [leftType, rightType] = [check.typeOf(left), check.typeOf(right)];
  const moment = [leftType, rightType].find(isMoment);
  if (!moment) expectNumbers([left, right], [leftType, rightType], check);
  else if (leftType.kind !== rightType.kind && leftType.kind !== 'unknown' && rightType.kind !== 'unknown') {
    const message = `${capital(describe(leftType))} and ${describe(rightType)} can't be compared.`;
    check.report({ code: 'type_mismatch', message, start, end, hint: momentHint(moment, left, right) });
  }
  return booleanType;
}

const notReckonedWith = {
  code: 'type_mismatch',
  hint: 'Write hours_between(bed, up) for how many hours lie between two times.',
} as const;

/** Numbers; and a date may lose or gain days, and the difference between two dates is a number of days. */
function checkArithmetic({ operator, left, right, start, end }: Binary, check: Check): ValueType {
  const [leftType, rightType] = [check.typeOf(left), check.typeOf(right)];
  if (leftType.kind === 'time' || rightType.kind === 'time')
    return check.report({
      ...notReckonedWith,
      start,
      end,
      message: `A time of day can't be reckoned with by ${operator}.`,
    });
  if (operator === '-' && isDate(leftType) && isDate(rightType)) return numberType;
  const isUnknown = [leftType, rightType].some(({ kind }) => kind === 'unknown');
  if (isUnknown && (isDate(leftType) || isDate(rightType))) return unknownType;
  const mayMove = operator === '-' ? isDate(leftType) : operator === '+' && isDate(leftType) !== isDate(rightType);
  if (!mayMove) {
    expectNumbers([left, right], [leftType, rightType], check);
    return numberType;
  }
  expectNumber(isDate(leftType) ? right : left, isDate(leftType) ? rightType : leftType, check);
  return dateType;
}

function expectNumbers(
  [left, right]: readonly [ExpressionSyntax, ExpressionSyntax],
  [leftType, rightType]: readonly [ValueType, ValueType],
  check: Check,
): void {
  expectNumber(left, leftType, check);
  expectNumber(right, rightType, check);
}

function momentHint({ kind }: ValueType, left: ExpressionSyntax, right: ExpressionSyntax): string {
  const text = literalText(left) ?? literalText(right);
  const isDay = kind === 'date';
  if (text !== undefined && (isDay ? dayNumber(text) : minuteNumber(text)) !== undefined)
    return `Write ${text} without quotes.`;
  return isDay ? 'Compare it with a day such as 1990-04-05, or with today.' : 'Compare it with a time such as 22:30.';
}

function checkEquality(syntax: Binary, check: Check): ValueType {
  const { left, right } = syntax;
  if (isMissingQuotes(left, right, check) || isMissingQuotes(right, left, check)) return booleanType;
  const leftType = check.typeOf(left);
  const rightType = check.typeOf(right);
  compare(syntax, leftType, rightType, check);
  return booleanType;
}

/** `trouble == shift_work`: a key of the answer that stands there without its quotes. */
function isMissingQuotes(bare: ExpressionSyntax, other: ExpressionSyntax, { scope, report }: Check): boolean {
  if (bare.kind !== 'name' || scope.answers.has(bare.name) || scope.variables.has(bare.name)) return false;
  const type = other.kind === 'name' ? (scope.answers.get(other.name) ?? scope.variables.get(other.name)) : undefined;
  const keys =
    other.kind === 'member' ? scope.experiments.get(other.property) : type?.kind === 'key' ? type.keys : undefined;
  if (!keys?.has(bare.name)) return false;
  const { name, start, end } = bare;
  report({
    code: 'unknown_name',
    message: `There is no answer or variable called ${name}.`,
    start,
    end,
    hint: `Write "${name}" with quotes.`,
  });
  return true;
}

function compare({ left, right, start, end }: Binary, leftType: ValueType, rightType: ValueType, check: Check): void {
  if (leftType.kind === 'unknown' || rightType.kind === 'unknown') return;
  for (const [type, other] of [
    [leftType, rightType],
    [rightType, leftType],
  ] as const) {
    if (type.kind !== 'keys') continue;
    const key = other.kind === 'text' ? (literalText(left) ?? literalText(right)) : undefined;
    const hint = `Write ${type.name} has "${key ?? [...type.keys][0]}".`;
    check.report({
      code: 'type_mismatch',
      message: `Several options can be chosen for ${type.name}: they can't be compared.`,
      start,
      end,
      hint,
    });
    return;
  }
  if (leftType.kind === 'key' && rightType.kind === 'text') return checkKey(leftType, right, check);
  if (rightType.kind === 'key' && leftType.kind === 'text') return checkKey(rightType, left, check);
  if (leftType.kind === rightType.kind && leftType.kind !== 'list') return;
  const moment = [leftType, rightType].find(isMoment);
  check.report({
    code: 'type_mismatch',
    message: `${capital(describe(leftType))} and ${describe(rightType)} can't be equal.`,
    start,
    end,
    ...(moment ? { hint: momentHint(moment, left, right) } : unquoteHint(left, right, leftType, rightType)),
  });
}

/** `hours == "7"`, and `kind == calm` where that is the name of a dimension. */
function unquoteHint(
  left: ExpressionSyntax,
  right: ExpressionSyntax,
  leftType: ValueType,
  rightType: ValueType,
): { hint?: string } {
  const ranking = [leftType, rightType].find((type) => type.kind === 'key' && type.of === 'dimension');
  if (ranking) {
    const bare = [left, right].find((side) => side.kind === 'name' && 'keys' in ranking && ranking.keys.has(side.name));
    return bare?.kind === 'name' ? { hint: `Write "${bare.name}" with quotes.` } : {};
  }
  const text =
    leftType.kind === 'number' ? literalText(right) : rightType.kind === 'number' ? literalText(left) : undefined;
  return text !== undefined && text.trim() !== '' && !Number.isNaN(Number(text))
    ? { hint: `Write ${text} without quotes.` }
    : {};
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text beside an option or a variant must be one of its keys. */
export function checkKey(
  type: ValueType & { kind: 'key' | 'keys' },
  syntax: ExpressionSyntax,
  { report }: Check,
): void {
  const text = literalText(syntax);
  if (text === undefined || type.keys.has(text)) return;
  const { start, end } = syntax;
  const guess = didYouMean(text, type.keys).hint;
  const hint =
    guess ??
    `There ${type.keys.size === 1 ? 'is' : 'are'} ${[...type.keys]
      .slice(0, 8)
      .map((key) => `"${key}"`)
      .join(', ')}.`;
  if (type.kind === 'key' && isNamed(type)) {
    report({ code: 'unknown_option', message: `${type.name} is never "${text}".`, start, end, hint });
  } else if (type.kind === 'key' && type.of === 'variant') {
    report({
      code: 'unknown_variant',
      message: `The experiment ${type.name} has no variant "${text}".`,
      start,
      end,
      hint,
    });
  } else {
    report({ code: 'unknown_option', message: `${type.name} has no option "${text}".`, start, end, hint });
  }
}

function checkIn({ left, right }: Binary, check: Check): ValueType {
  const leftType = check.typeOf(left);
  if (right.kind !== 'list') {
    const rightType = check.typeOf(right);
    if (rightType.kind === 'unknown') return booleanType;
    const { start, end } = right;
    const hint =
      rightType.kind === 'keys'
        ? `Write ${rightType.name} has ${literalText(left) === undefined ? '…' : `"${literalText(left)}"`}.`
        : 'Write a list: in ["a", "b"].';
    check.report({ code: 'not_a_list', message: 'After in, there must be a list.', start, end, hint });
    return booleanType;
  }
  if (leftType.kind === 'keys') {
    const { start, end } = left;
    const hint = `Write ${leftType.name} has "…" or ${leftType.name} has "…".`;
    check.report({
      code: 'type_mismatch',
      message: `Several options can be chosen for ${leftType.name}.`,
      start,
      end,
      hint,
    });
    return booleanType;
  }
  for (const item of right.items) {
    const { start, end } = item;
    compare({ kind: 'binary', operator: '==', left, right: item, start, end }, leftType, check.typeOf(item), check);
  }
  return booleanType;
}

/** A typed text is never compared as a whole: what decides is asked with options, or a word that is in it. */
function textHint(text: ExpressionSyntax): string {
  const name = text.kind === 'name' ? text.name : 'the text';
  return `Ask with options, or write contains(${name}, "…") for a word in it, or answered(${name}).`;
}

function checkHas({ left, right }: Binary, check: Check): ValueType {
  const leftType = check.typeOf(left);
  if (leftType.kind !== 'keys' && leftType.kind !== 'unknown') {
    const { start, end } = left;
    const hint =
      leftType.kind === 'key'
        ? { hint: equalityHint(leftType, literalText(right)) }
        : leftType.kind === 'text'
          ? { hint: textHint(left) }
          : {};
    check.report({
      code: 'not_multiple',
      message: 'Only an answer with several options can have one of them.',
      start,
      end,
      ...hint,
    });
    return booleanType;
  }
  const key = literalText(right);
  if (key === undefined) {
    const { start, end } = right;
    const bare = right.kind === 'name' && leftType.kind === 'keys' && leftType.keys.has(right.name);
    if (!bare && check.typeOf(right) === unknownType) return booleanType;
    const hint = bare ? { hint: `Write "${right.name}" with quotes.` } : {};
    check.report({
      code: 'type_mismatch',
      message: 'After has, there must be an option key in quotes.',
      start,
      end,
      ...hint,
    });
  } else if (leftType.kind === 'keys') checkKey(leftType, right, check);
  return booleanType;
}

/** Whether it is a variable that has a name for a value. */
function isNamed({ of }: ValueType & { kind: 'key' }): boolean {
  return of === 'dimension' || of === 'text';
}

function equalityHint(type: ValueType & { kind: 'key' }, key = '…'): string {
  const { of, name } = type;
  if (isNamed(type)) return `Write ${name} == "${key}".`;
  return of === 'first'
    ? `Write ${name} == "${key}": it stands first. Or place(${name}, "${key}") <= 2.`
    : 'Use == here.';
}

function isDate({ kind }: ValueType): boolean {
  return kind === 'date';
}

function isMoment({ kind }: ValueType): boolean {
  return kind === 'date' || kind === 'time';
}
