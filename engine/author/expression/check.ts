import { closest, didYouMean } from '../did-you-mean.ts';
import { checkBinary } from './check-operators.ts';
import { type Check, describe, expectCondition, expectNumber } from './expectations.ts';
import type { ExpressionProblem } from './parse.ts';
import { todayName, type ExpressionSyntax, type WrittenFunction } from './syntax.ts';
import {
  booleanType,
  dateType,
  listType,
  numberType,
  type Scope,
  textType,
  unknownType,
  type ValueType,
} from './types.ts';

/** What an expression is for. */
export type Purpose = 'condition' | 'number' | 'date';

/** Every mistake of an expression: unknown names, types that don't go together, and a result that isn't what is needed. */
export function checkExpression(
  syntax: ExpressionSyntax,
  scope: Scope,
  purpose: Purpose,
): readonly ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  const check: Check = {
    scope,
    typeOf: (part) => typeOf(part, check),
    report: (problem) => {
      problems.push(problem);
      return unknownType;
    },
  };
  const type = check.typeOf(syntax);
  if (purpose === 'condition') expectCondition(syntax, type, check);
  else if (type.kind !== purpose && type.kind !== 'unknown') {
    const { start, end } = syntax;
    const [message, hint] =
      purpose === 'date'
        ? [
            `The format of this variable is that of a date, and this is ${describe(type)}.`,
            'Write birthday + 30, or another format.',
          ]
        : [
            `A variable is a number, and this is ${describe(type)}.`,
            type.kind === 'date' ? 'Give it format: { date: long }.' : '',
          ];
    check.report({ code: 'not_a_number', message, start, end, ...(hint && { hint }) });
  }
  return problems;
}

function typeOf(syntax: ExpressionSyntax, check: Check): ValueType {
  switch (syntax.kind) {
    case 'literal':
      if (syntax.day !== undefined) return dateType;
      return typeof syntax.value === 'number' ? numberType : typeof syntax.value === 'string' ? textType : booleanType;
    case 'list':
      for (const item of syntax.items) check.typeOf(item);
      return listType;
    case 'name':
      return typeOfName(syntax, check);
    case 'member':
      return typeOfMember(syntax, check);
    case 'unary': {
      const type = check.typeOf(syntax.operand);
      if (syntax.operator === 'not') {
        expectCondition(syntax.operand, type, check);
        return booleanType;
      }
      expectNumber(syntax.operand, type, check);
      return numberType;
    }
    case 'binary':
      return checkBinary(syntax, check);
    case 'call':
      return checkCall(syntax, check);
  }
}

type Call = ExpressionSyntax & { kind: 'call' };

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
  if: { min: 3, max: 3, hint: 'Write if(condition, value where it is true, value where it is false).' },
  default: { min: 2, max: 2, hint: 'Write default(answer, 0): 0 stands for an answer that was not asked for.' },
  count: { min: 1, max: 1 },
  answered: { min: 1, max: 1 },
};
const inWords = ['none', 'one', 'two', 'three'];

/** The type of a function call, after its arguments have been checked. */
function checkCall(syntax: Call, check: Check): ValueType {
  const { name, start, end } = syntax;
  if (!isFunction(name)) return reportUnknown(syntax, check);
  const { min, max, hint } = argumentCounts[name];
  const given = syntax.arguments.length;
  if (given < min || given > max) {
    const wanted = max === Infinity ? 'one or more' : min < max ? `${inWords[min]} or ${inWords[max]}` : inWords[max];
    const message = `${name}( ) takes ${wanted} between its parentheses, and here ${given === 1 ? 'is' : 'are'} ${given}.`;
    check.report({ code: 'wrong_arguments', message, start, end, ...(hint !== undefined && { hint }) });
    return name === 'answered' ? booleanType : name === 'if' || name === 'default' ? unknownType : numberType;
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
    const message = `${syntax.name}( ) gives a number, a date or a text, and this is ${describe(type)}.`;
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
  avg: 'Write (a + b) / 2.',
  average: 'Write (a + b) / 2.',
  mean: 'Write (a + b) / 2.',
  pow: 'Write a ^ b.',
  sqrt: 'Write value ^ 0.5.',
};

function reportUnknown({ name, nameSpan }: Call, { report }: Check): ValueType {
  const message = `There is no function called ${name}.`;
  const hint =
    otherFunctions[name.toLowerCase()] ??
    didYouMean(name, Object.keys(argumentCounts)).hint ??
    `The functions are ${Object.keys(argumentCounts).join(', ')}.`;
  return report({ code: 'unknown_function', message, ...nameSpan, hint });
}

function checkAnswered({ arguments: [argument] }: Call, check: Check): void {
  if (!argument) return;
  const type = check.typeOf(argument);
  const isAnswer = argument.kind === 'name' && check.scope.answers.has(argument.name);
  const isQuery = argument.kind === 'member' && argument.object === 'query';
  if (isAnswer || isQuery || type === unknownType) return;
  const { start, end } = argument;
  check.report({ code: 'wrong_arguments', message: 'answered( ) takes the name of an answer.', start, end });
}

function checkCount({ arguments: [argument] }: Call, check: Check): void {
  if (!argument) return;
  const type = check.typeOf(argument);
  if (type.kind === 'keys' || type.kind === 'unknown') return;
  const { start, end } = argument;
  const message = `count( ) takes an answer with several options, and this is ${describe(type)}.`;
  check.report({ code: 'not_multiple', message, start, end });
}

/** The type of a bare name: a variable, a dimension or an answer. */
function typeOfName(syntax: ExpressionSyntax & { kind: 'name' }, { scope, report }: Check): ValueType {
  const { name, start, end } = syntax;
  if (name === todayName) return dateType;
  const variable = scope.variables.get(name);
  if (variable) return variable;
  const answer = scope.answers.get(name);
  if (answer || !scope.complete) return answer ?? unknownType;
  if (name === 'variant' || name === 'query') {
    const message = `${name} needs a name after it.`;
    return report({ code: 'unknown_name', message, start, end, hint: `Write ${name}.name.` });
  }
  const hint = nameHint(name, scope);
  const message = `There is no answer or variable called ${name}.`;
  return report({ code: 'unknown_name', message, start, end, ...(hint !== undefined && { hint }) });
}

function nameHint(name: string, scope: Scope): string | undefined {
  const field = scope.fieldOfStep.get(name);
  if (field !== undefined) return `The answer of step "${name}" is called ${field}.`;
  const guess = closest(name, [...scope.answers.keys(), ...scope.variables.keys()]);
  if (guess !== undefined) return `Did you mean ${guess}?`;
  if (scope.experiments.has(name)) return `Is it the experiment? Then write variant.${name}.`;
  if (scope.hiddenFields.has(name)) return `Is it the hidden field? Then write query.${name}.`;
  const owner = ownerOfKey(name, scope);
  return owner === undefined ? undefined : `Is it an option of ${owner}? Then write "${name}".`;
}

function ownerOfKey(key: string, scope: Scope): string | undefined {
  for (const [name, type] of scope.answers) {
    if ((type.kind === 'key' || type.kind === 'keys') && type.keys.has(key)) return name;
  }
  return undefined;
}

/** The type of `variant.NAME` and `query.NAME`. */
function typeOfMember(syntax: ExpressionSyntax & { kind: 'member' }, { scope, report }: Check): ValueType {
  const { object, property, propertySpan } = syntax;
  if (object === 'query') {
    if (scope.hiddenFields.has(property) || !scope.complete) return textType;
    const guess = didYouMean(property, scope.hiddenFields).hint;
    const hint = guess ?? `Add it to the flow: hidden_fields: [${property}].`;
    return report({
      code: 'unknown_hidden_field',
      message: `There is no hidden field "${property}".`,
      ...propertySpan,
      hint,
    });
  }
  if (object === 'variant') {
    if (scope.experiments.has(property)) {
      const keys = scope.experiments.get(property);
      return keys ? { kind: 'key', keys, of: 'variant', name: property } : unknownType;
    }
    if (!scope.complete) return unknownType;
    const guess = didYouMean(property, scope.experiments.keys());
    return report({
      code: 'unknown_experiment',
      message: `There is no experiment "${property}".`,
      ...propertySpan,
      ...guess,
    });
  }
  const { start } = syntax;
  return report({
    code: 'unknown_name',
    message: `Only variant and query have a . after them, not ${object}.`,
    start,
    end: start + object.length,
    ...didYouMean(object, ['variant', 'query']),
  });
}
