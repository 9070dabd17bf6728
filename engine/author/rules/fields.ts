import type { FlowStep } from '../flow.ts';
import type { FlowRule } from './rule.ts';

/** Every question stores its answer under a name of its own. */
export const uniqueFields: FlowRule = function* ({ flow }) {
  const first = new Map<string, FlowStep>();
  for (const step of flow.steps) {
    if (step.field === undefined) continue;
    const other = first.get(step.field);
    if (!other) {
      first.set(step.field, step);
      continue;
    }
    if (step.id === other.id) continue;
    yield {
      in: flow.document,
      path: [...step.path, step.value.field === undefined ? 'id' : 'field'],
      code: 'field_twice',
      message: `Two questions store their answers as "${step.field}".`,
      hint: 'Give one of them another field.',
      related: [
        {
          in: flow.document,
          path: [...other.path, other.value.field === undefined ? 'id' : 'field'],
          note: 'The other one.',
        },
      ],
    };
  }
};
