import { closest, didYouMean } from '../did-you-mean.ts';
import { listed } from '../finding.ts';
import { checkCall } from './check-call.ts';
import { checkBinary } from './check-operators.ts';
import { type Check, describe, expectCondition, expectNumber } from './expectations.ts';
import type { ExpressionProblem } from './parse.ts';
import type { ExpressionSyntax } from './syntax.ts';
import { todayName } from './today.ts';
import {
  booleanType,
  dateType,
  listType,
  numberType,
  type Scope,
  textType,
  timeType,
  unknownType,
  type ValueType,
} from './types.ts';

/** What an expression is for. */
export type Purpose = 'condition' | 'number' | 'date' | 'name';

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
  else if (purpose !== 'name' && type.kind !== purpose && type.kind !== 'unknown') {
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
      if (syntax.of !== undefined) return syntax.of === 'day' ? dateType : timeType;
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
  const each = scope.fieldsOfEach.get(name);
  if (each) return `Its answers are called ${listed(each)}.`;
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
    if (scope.personalFields.has(property)) {
      return report({
        code: 'personal_field',
        message: `"${property}" is personal: no condition can read it, as reports would need it.`,
        ...propertySpan,
        hint: 'Ask for it in a step, or take out personal: true if it says nothing about a person.',
      });
    }
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
