import type { FunctionName } from '../../model.ts';
import { didYouMean } from '../did-you-mean.ts';
import { describe, expectNumber, type Check } from './expectations.ts';
import type { ExpressionSyntax } from './syntax.ts';
import { booleanType, numberType, unknownType, type ValueType } from './types.ts';

type Call = ExpressionSyntax & { kind: 'call' };

const argumentCounts: Readonly<Record<FunctionName, { readonly min: number; readonly max: number }>> = {
  min: { min: 1, max: Infinity },
  max: { min: 1, max: Infinity },
  abs: { min: 1, max: 1 },
  round: { min: 1, max: 2 },
  count: { min: 1, max: 1 },
  answered: { min: 1, max: 1 },
};

/** The type of a function call, after its arguments have been checked. */
export function checkCall(syntax: Call, check: Check): ValueType {
  if (!isFunction(syntax.name)) return tellUnknown(syntax, check);
  const counts = argumentCounts[syntax.name];
  const given = syntax.arguments.length;
  if (given < counts.min || given > counts.max) {
    const { start, end } = syntax;
    const wanted = counts.max === Infinity ? 'one or more' : counts.max === 2 ? 'one or two' : 'one';
    const message = `${syntax.name}( ) takes ${wanted} between its parentheses, and here ${given === 1 ? 'is' : 'are'} ${given}.`;
    check.tell({ code: 'wrong_arguments', message, start, end });
  } else if (syntax.name === 'answered') checkAnswered(syntax, check);
  else if (syntax.name === 'count') checkCount(syntax, check);
  else for (const argument of syntax.arguments) expectNumber(argument, check.typeOf(argument), check);
  return syntax.name === 'answered' ? booleanType : numberType;
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(argumentCounts, name);
}

function tellUnknown({ name, nameSpan }: Call, { tell }: Check): ValueType {
  const message = `There is no function called ${name}.`;
  const guess = didYouMean(name, Object.keys(argumentCounts));
  const hint = guess.hint ?? `The functions are ${Object.keys(argumentCounts).join(', ')}.`;
  return tell({ code: 'unknown_function', message, ...nameSpan, hint });
}

function checkAnswered({ arguments: [argument] }: Call, check: Check): void {
  if (!argument) return;
  const type = check.typeOf(argument);
  const isAnswer = argument.kind === 'name' && check.scope.answers.has(argument.name);
  const isQuery = argument.kind === 'member' && argument.object === 'query';
  if (isAnswer || isQuery || type === unknownType) return;
  const { start, end } = argument;
  check.tell({ code: 'wrong_arguments', message: 'answered( ) takes the name of an answer.', start, end });
}

function checkCount({ arguments: [argument] }: Call, check: Check): void {
  if (!argument) return;
  const type = check.typeOf(argument);
  if (type.kind === 'keys' || type.kind === 'unknown') return;
  const { start, end } = argument;
  const message = `count( ) takes an answer with several options, and this is ${describe(type)}.`;
  check.tell({ code: 'not_multiple', message, start, end });
}
