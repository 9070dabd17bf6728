/** Where things are in a funnel, so that nothing is looked for step by step. */

import type { CompiledFunnel } from '../model.ts';

export interface FunnelIndex {
  /** Index of a step by its id. */
  readonly steps: ReadonlyMap<string, number>;
  /** Index of the question step that a field is answered on. */
  readonly fields: ReadonlyMap<string, number>;
}

const indexes = new WeakMap<CompiledFunnel, FunnelIndex>();

/** The index of a funnel; made once. */
export function indexOf(funnel: CompiledFunnel): FunnelIndex {
  const known = indexes.get(funnel);
  if (known) return known;
  const index = { steps: new Map<string, number>(), fields: new Map<string, number>() };
  funnel.steps.forEach((step, at) => {
    index.steps.set(step.id, at);
    if ('field' in step) index.fields.set(step.field, at);
  });
  indexes.set(funnel, index);
  return index;
}
