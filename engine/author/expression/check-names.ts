import { closest, didYouMean } from '../did-you-mean.ts';
import type { Check } from './expectations.ts';
import type { ExpressionSyntax } from './syntax.ts';
import { numberType, textType, unknownType, type Scope, type ValueType } from './types.ts';

/** The type of a bare name: a variable, a dimension or an answer. */
export function typeOfName(syntax: ExpressionSyntax & { kind: 'name' }, { scope, tell }: Check): ValueType {
  const { name, start, end } = syntax;
  if (scope.variables.has(name)) return numberType;
  const answer = scope.answers.get(name);
  if (answer || !scope.complete) return answer ?? unknownType;
  if (name === 'variant' || name === 'query') {
    const message = `${name} needs a name after it.`;
    return tell({ code: 'unknown_name', message, start, end, hint: `Write ${name}.name.` });
  }
  const hint = nameHint(name, scope);
  const message = `There is no answer or variable called ${name}.`;
  return tell({ code: 'unknown_name', message, start, end, ...(hint !== undefined && { hint }) });
}

function nameHint(name: string, scope: Scope): string | undefined {
  const field = scope.fieldOfStep.get(name);
  if (field !== undefined) return `The answer of step "${name}" is called ${field}.`;
  const guess = closest(name, [...scope.answers.keys(), ...scope.variables]);
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
export function typeOfMember(syntax: ExpressionSyntax & { kind: 'member' }, { scope, tell }: Check): ValueType {
  const { object, property, propertySpan } = syntax;
  if (object === 'query') {
    if (scope.hiddenFields.has(property) || !scope.complete) return textType;
    const guess = didYouMean(property, scope.hiddenFields).hint;
    const hint = guess ?? `Add it to the flow: hidden_fields: [${property}].`;
    return tell({
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
    return tell({
      code: 'unknown_experiment',
      message: `There is no experiment "${property}".`,
      ...propertySpan,
      ...guess,
    });
  }
  const { start } = syntax;
  return tell({
    code: 'unknown_name',
    message: `Only variant and query have a . after them, not ${object}.`,
    start,
    end: start + object.length,
    ...didYouMean(object, ['variant', 'query']),
  });
}
