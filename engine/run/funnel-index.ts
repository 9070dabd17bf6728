/** Where things are in a funnel, so that nothing is looked for step by step. */

import type { CompiledFunnel } from '../model.ts';

export interface FunnelIndex {
  /** Index of a step by its id. */
  readonly steps: ReadonlyMap<string, number>;
  /** Index of the question step that a field is answered on. */
  readonly fields: ReadonlyMap<string, number>;
  /** A number for each goal. */
  readonly goals: ReadonlyMap<string, number>;
}

const indexes = new WeakMap<CompiledFunnel, FunnelIndex>();

/** The index of a funnel; made once. */
export function indexOf(funnel: CompiledFunnel): FunnelIndex {
  const known = indexes.get(funnel);
  if (known) return known;
  const index = {
    steps: new Map<string, number>(),
    fields: new Map<string, number>(),
    goals: new Map<string, number>(),
  };
  const addGoal = (goal: string | undefined) => {
    if (goal !== undefined && !index.goals.has(goal)) index.goals.set(goal, index.goals.size);
  };
  addGoal(funnel.goals.start);
  addGoal(funnel.goals.finish);
  funnel.steps.forEach((step, at) => {
    index.steps.set(step.id, at);
    if ('field' in step) index.fields.set(step.field, at);
    addGoal(step.goal);
  });
  indexes.set(funnel, index);
  return index;
}
