import { type ExpressionUse, namesIn, readBy } from '../expression-uses.ts';
import { scoresOf } from '../steps/authoring.ts';
import type { FlowStep } from '../flow.ts';
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
