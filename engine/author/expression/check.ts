import { checkCall } from './check-call.ts';
import { typeOfMember, typeOfName } from './check-names.ts';
import { checkBinary } from './check-operators.ts';
import { describe, expectCondition, expectNumber, type Check } from './expectations.ts';
import type { ExpressionProblem } from './parse.ts';
import type { ExpressionSyntax } from './syntax.ts';
import { booleanType, listType, numberType, textType, unknownType, type Scope, type ValueType } from './types.ts';

/** What an expression is for. */
export type Purpose = 'condition' | 'number';

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
    tell: (problem) => {
      problems.push(problem);
      return unknownType;
    },
  };
  const type = check.typeOf(syntax);
  if (purpose === 'condition') expectCondition(syntax, type, check);
  else if (type.kind !== 'number' && type.kind !== 'unknown') {
    const { start, end } = syntax;
    check.tell({ code: 'not_a_number', message: `A variable is a number, and this is ${describe(type)}.`, start, end });
  }
  return problems;
}

function typeOf(syntax: ExpressionSyntax, check: Check): ValueType {
  switch (syntax.kind) {
    case 'literal':
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
