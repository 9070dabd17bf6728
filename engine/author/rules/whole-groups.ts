import type { Finding } from '../finding.ts';
import type { FlowStep } from '../flow.ts';
import { targetsOf } from './next-targets.ts';
import type { FlowRule } from './rule.ts';

/** The fields of a group are come to, and lead on, all together. */
export const wholeGroups: FlowRule = function* ({ flow }) {
  const place = { in: flow.document, code: 'group_together' } as const;
  for (const step of flow.steps) {
    if (step.group) for (const finding of ownWays(step)) yield { ...place, ...finding };
    for (const { target, path } of targetsOf(step)) {
      const to = flow.stepsById.get(target);
      if (!to?.group || to.index <= step.index) continue;
      yield {
        ...place,
        path,
        message: `"${target}" is a field of a group: visitors come to all of its fields together.`,
        ...(to.group.id !== undefined && { hint: `Write ${to.group.id}.` }),
        related: [{ in: flow.document, path: [...to.path, 'id'], note: `"${target}" is here.` }],
      };
    }
  }
};

/** Where a field would lead on by itself. */
function* ownWays({ path, value, options, group }: FlowStep): Iterable<Pick<Finding, 'path' | 'message' | 'hint'>> {
  for (const option of options) {
    const { next } = option.value;
    if (next === undefined) continue;
    const message = 'An option in a group leads nowhere by itself: all fields are answered, then the group leads on.';
    const hint = `Remove it, and write on the group next: [{ when: …, to: ${next} }, { else: … }].`;
    yield { path: [...option.path, 'next'], message, hint };
  }
  if (!group?.isLast || value.show_if === undefined) return;
  const message = 'The last field of a group is shown to everyone who comes to it: by it the group leads on.';
  yield { path: [...path, 'show_if'], message, hint: 'Put another field last, or remove show_if.' };
}
