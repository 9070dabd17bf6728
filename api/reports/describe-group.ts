import type { CompiledFunnel } from '../../engine/model.ts';
import { describeSteps } from './describe-steps.ts';
import type { Figures } from './figures.ts';
import { namesOf, type Present } from './present.ts';
import type { GroupReport, Revenue } from './report.ts';

/** The report of visits that have something in common. */
export function describeGroup(figures: Figures, revenue: readonly Revenue[], present: Present): GroupReport {
  const { funnel, all } = present;
  const total = (name: string): number => figures.totals.get(name) ?? 0;
  const outcomes = namesOf(
    funnel.outcomes.map(({ id }) => id),
    all.outcomes,
  );
  return {
    visitors: total('visitors'),
    visits: total('visits'),
    finished: total('finished'),
    signUps: total('sign_ups'),
    purchases: total('purchases'),
    revenue,
    steps: describeSteps(figures, present),
    outcomes: outcomes.map((id) => ({ id, visits: figures.outcomes.get(id) ?? 0 })),
    goals: namesOf(goalsOf(funnel), all.goals).map((name) => ({ name, visits: figures.goals.get(name) ?? 0 })),
    unreadable: total('unreadable'),
  };
}

/** In the order in which visits reach them. */
function goalsOf({ goals, steps }: CompiledFunnel): readonly string[] {
  const names = [goals.start, ...steps.map(({ goal }) => goal), goals.finish];
  return [...new Set(names.filter((name) => name !== undefined))];
}
