import type { Path } from '../../problem.ts';
import type { Flow } from '../flow.ts';
import type { FlowRule } from './rule.ts';

/** The goals of the start and the finish are no others. Whether a visit passes the goal of two steps is proved of all visits. */
export const goals: FlowRule = function* ({ flow }) {
  const first = new Map<string, Path>();
  for (const { goal, path } of goalsOf(flow)) {
    const other = first.get(goal);
    if (path[0] === 'goals' && !other) first.set(goal, path);
    if (!other) continue;
    yield {
      in: flow.document,
      path,
      code: 'goal_twice',
      message: `The goal "${goal}" is used twice in this funnel.`,
      related: [{ in: flow.document, path: other, note: 'The other use.' }],
    };
  }
};

function* goalsOf({ value, steps }: Flow): Iterable<{ goal: string; path: Path }> {
  for (const key of ['start', 'finish'] as const) {
    const goal = value.goals?.[key];
    if (goal !== undefined) yield { goal, path: ['goals', key] };
  }
  for (const { value: step, path } of steps)
    if (step.goal !== undefined) yield { goal: step.goal, path: [...path, 'goal'] };
}
