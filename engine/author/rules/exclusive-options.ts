import type { FlowRule } from './rule.ts';

/** Only where several options can be chosen does it mean something to choose one alone. */
export const exclusiveOptions: FlowRule = function* ({ flow }) {
  for (const { value, options } of flow.steps) {
    if (value.type !== 'single_choice') continue;
    for (const option of options) {
      if (option.value.exclusive === undefined) continue;
      yield {
        in: flow.document,
        path: [...option.path, 'exclusive'],
        target: 'key',
        code: 'exclusive_on_single',
        message: 'In a single_choice step every option is chosen alone.',
        hint: 'Remove exclusive, or make the step a multiple_choice.',
      };
    }
  }
};
