import { authoringOf } from '../steps/index.ts';
import type { FlowRule } from './rule.ts';

/** The keys of each step go together, as its type says. */
export const stepKeysTogether: FlowRule = function* ({ flow }) {
  for (const step of flow.steps) {
    if (step.value.type === undefined) continue;
    for (const finding of authoringOf(step.value.type).check(step)) yield { in: flow.document, ...finding };
  }
};
