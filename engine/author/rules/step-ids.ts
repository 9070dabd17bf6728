import type { FlowRule } from './rule.ts';

/** Every step has an id of its own. */
export const stepIds: FlowRule = function* ({ flow }) {
  for (const step of flow.steps) {
    const first = step.id === undefined ? undefined : flow.stepsById.get(step.id);
    if (!first || first === step) continue;
    yield {
      in: flow.document,
      path: [...step.path, 'id'],
      code: 'step_id_twice',
      message: `Two steps have the id "${step.id}".`,
      related: [{ in: flow.document, path: [...first.path, 'id'], note: 'The other one.' }],
    };
  }
};
