/** Where things are in a funnel, so that nothing is looked for step by step. */

import type { CompiledFunnel } from '../model.ts';

export interface FunnelIndex {
  /** Index of a step by its id. */
  readonly steps: ReadonlyMap<string, number>;
  /** Index of the question step that a field is answered on. */
  readonly fields: ReadonlyMap<string, number>;
}

/** Makes something of a funnel, once for each. */
export function oncePerFunnel<Made extends object>(make: (funnel: CompiledFunnel) => Made) {
  const all = new WeakMap<CompiledFunnel, Made>();
  return (funnel: CompiledFunnel): Made => {
    let made = all.get(funnel);
    if (!made) all.set(funnel, (made = make(funnel)));
    return made;
  };
}

/** The index of a funnel; made once. */
export const indexOf = oncePerFunnel((funnel): FunnelIndex => {
  const index = { steps: new Map<string, number>(), fields: new Map<string, number>() };
  funnel.steps.forEach((step, at) => {
    index.steps.set(step.id, at);
    if ('field' in step) index.fields.set(step.field, at);
  });
  return index;
});
