import { parseExpression } from './parse.ts';

/** The names that an expression compares, where it is `best(…)` or `second(…)`: it gives one of them. */
export function rankedNames(text: string | number | undefined): readonly string[] | undefined {
  const { syntax } = typeof text === 'string' ? parseExpression(text) : { syntax: undefined };
  if (syntax?.kind !== 'call' || !['best', 'second'].includes(syntax.name)) return undefined;
  return syntax.arguments.flatMap((argument) => (argument.kind === 'name' ? [argument.name] : []));
}
