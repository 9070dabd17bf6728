import type { Path } from '../../problem.ts';
import type { Finding } from '../finding.ts';
import type { Flow } from '../flow.ts';
import type { FlowRule, SiteRule } from './rule.ts';

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

/** Two funnels report their start and their finish by goals of their own: a copy keeps those of its original. */
export const goalsShared: SiteRule = function* (flows) {
  const first = new Map<string, PlacedGoal>();
  for (const flow of flows) {
    for (const { goal, path } of goalsOf(flow)) {
      if (path[0] !== 'goals') continue;
      const other = first.get(goal);
      if (!other) first.set(goal, { flow, path });
      else if (other.flow !== flow) yield sharedGoal(goal, { flow, path }, other);
    }
  }
};

type PlacedGoal = { readonly flow: Flow; readonly path: Path };

function sharedGoal(goal: string, { flow, path }: PlacedGoal, other: PlacedGoal): Finding {
  return {
    in: flow.document,
    path,
    code: 'goal_shared',
    message: `The goal "${goal}" is also that of the funnel "${other.flow.id}": services count both as one.`,
    hint: 'Give each funnel goals of its own.',
    related: [{ in: other.flow.document, path: other.path, note: 'The other funnel.' }],
  };
}

function* goalsOf({ value, steps }: Flow): Iterable<{ goal: string; path: Path }> {
  for (const key of ['start', 'finish'] as const) {
    const goal = value.goals?.[key];
    if (goal !== undefined) yield { goal, path: ['goals', key] };
  }
  for (const { value: step, path } of steps)
    if (step.goal !== undefined) yield { goal: step.goal, path: [...path, 'goal'] };
}
