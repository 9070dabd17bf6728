import { type ExpressionUse, namesIn } from '../expression-uses.ts';
import { scoresOf } from '../steps/authoring.ts';
import type { Flow, FlowStep } from '../flow.ts';
import type { FlowRule } from './rule.ts';

/** Whether an option is offered is known before its question is answered: by other answers, and points of others. */
export const dependentOptions: FlowRule = function* ({ flow, expressions }) {
  for (const step of flow.steps) {
    const own = new Set(step.options.flatMap((option) => Object.keys(scoresOf(option))));
    for (const use of expressions.filter(({ path }) => isOfOption(step, path))) {
      for (const { name, start, end } of use.parsed.syntax ? namesIn(use.parsed.syntax) : []) {
        const read = [...readBy(name, flow, expressions)];
        const isOwn = step.field !== undefined && read.includes(step.field);
        if (!isOwn && !read.some((each) => own.has(each) && !flow.stepsByField.has(each))) continue;
        yield {
          in: flow.document,
          path: use.path,
          within: { start, end },
          code: 'option_reads_itself',
          message: isOwn
            ? `Which options there are is known before "${step.field}" is answered, and this reads that answer.`
            : 'Which options there are is known before they give points, and this reads the points of this very question.',
          hint: 'Write a condition on the questions above.',
        };
      }
    }
  }
};

function isOfOption({ options }: FlowStep, path: ExpressionUse['path']): boolean {
  return path.at(-1) === 'show_if' && options.some((option) => option.path.join() === path.slice(0, -1).join());
}

/** The answers and the dimensions that a name stands for, itself or by variables. */
function* readBy(
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
