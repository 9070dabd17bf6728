import type { ExpressionProblem } from './parse.ts';
import type { ExpressionSyntax } from './syntax.ts';
import type { Scope, ValueType } from './types.ts';

/** What the checks of parts share. `report` reports a mistake and gives the type that causes no further ones. */
export interface Check {
  readonly scope: Scope;
  readonly typeOf: (syntax: ExpressionSyntax) => ValueType;
  readonly report: (problem: ExpressionProblem) => ValueType;
}

/** Reports a part that must be true or false and isn't. */
export function expectCondition(syntax: ExpressionSyntax, type: ValueType, check: Check): void {
  if (type.kind === 'boolean' || type.kind === 'unknown') return;
  const { start, end } = syntax;
  const message = `A condition is true or false, and this is ${describe(type)}.`;
  const hint = conditionHint(syntax, type);
  check.report({ code: 'not_a_condition', message, start, end, ...(hint !== undefined && { hint }) });
}

function conditionHint(syntax: ExpressionSyntax, type: ValueType): string | undefined {
  const name = syntax.kind === 'name' ? syntax.name : undefined;
  if (type.kind === 'key' && type.keys.size > 0) {
    const subject = type.of === 'variant' ? `variant.${type.name}` : type.name;
    return `Compare it: ${subject} == "${[...type.keys][0]}".`;
  }
  if (type.kind === 'keys') return `Write ${type.name} has "${[...type.keys][0]}", or count(${type.name}) > 1.`;
  return name === undefined ? undefined : `Compare it with something, or write answered(${name}).`;
}

const keyKinds = {
  option: 'an option',
  first: 'the option that stands first',
  variant: 'the name of a variant',
  dimension: 'the name of a dimension',
  text: 'the name of a text',
};

/** A type in an author's words. */
export function describe(type: ValueType): string {
  switch (type.kind) {
    case 'number':
      return 'a number';
    case 'text':
      return 'a text';
    case 'date':
      return 'a date';
    case 'time':
      return 'a time of day';
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'a list';
    case 'key':
      return keyKinds[type.of];
    case 'keys':
      return 'several options';
    case 'unknown':
      return 'unknown';
  }
}

/** Reports a part that must be a number and isn't. */
export function expectNumber(syntax: ExpressionSyntax, type: ValueType, check: Check): void {
  if (type.kind === 'number' || type.kind === 'unknown') return;
  const { start, end } = syntax;
  const hint =
    type.kind === 'keys'
      ? { hint: `Write count(${type.name}) for how many were chosen.` }
      : type.kind === 'time'
        ? { hint: 'Write hours_between(bed, up) for how many hours lie between two times.' }
        : {};
  check.report({
    code: 'type_mismatch',
    message: `A number is needed here, and this is ${describe(type)}.`,
    start,
    end,
    ...hint,
  });
}
