import { type ExpressionUse, namesIn } from '../expression-uses.ts';
import type { Flow } from '../flow.ts';

/** The answers and the dimensions that a name stands for, itself or by variables. */
export function* readBy(
  name: string,
  flow: Flow,
  expressions: readonly ExpressionUse[],
  seen: ReadonlySet<string> = new Set(),
): Iterable<string> {
  const isVariable = !flow.stepsByField.has(name) && !seen.has(name);
  const uses = expressions.filter(({ path }) => isVariable && path[0] === 'variables' && path[1] === name);
  if (uses.length === 0) yield (isVariable && flow.value.variables?.[name]?.sum) || name;
  for (const { parsed } of uses)
    for (const part of parsed.syntax ? namesIn(parsed.syntax) : [])
      yield* readBy(part.name, flow, expressions, new Set([...seen, name]));
}
