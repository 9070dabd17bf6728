import { checkExpression } from '../expression/check.ts';
import type { FlowRule } from './rule.ts';

/** Every expression can be read, uses names that exist, and compares only what can be equal. */
export const expressions: FlowRule = function* ({ flow, expressions: uses, scope }) {
  for (const { path, parsed, purpose } of uses) {
    const problems = parsed.problem ? [parsed.problem] : checkExpression(parsed.syntax, scope, purpose);
    for (const { start, end, ...problem } of problems) {
      yield { in: flow.document, path, within: { start, end }, ...problem };
    }
  }
};
