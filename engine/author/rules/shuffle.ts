import { keepsPlace } from '../steps/authoring.ts';
import type { FlowRule } from './rule.ts';

/** Where options are shuffled, two at least can change places; where they aren't, none has to be kept in its own. */
export const shuffle: FlowRule = function* ({ flow }) {
  for (const { sound, path, value, options } of flow.steps) {
    if (!sound) continue;
    if (value.shuffle === true) {
      if (options.filter((option) => !keepsPlace(option)).length > 1) continue;
      yield {
        in: flow.document,
        path: [...path, 'shuffle'],
        target: 'key',
        code: 'nothing_to_shuffle',
        message: 'Fewer than two options can change places.',
        hint: 'Remove shuffle, or fixed from some options.',
      };
      continue;
    }
    for (const option of options) {
      if (option.value.fixed === undefined) continue;
      yield {
        in: flow.document,
        path: [...option.path, 'fixed'],
        target: 'key',
        code: 'fixed_without_shuffle',
        message: 'Every option keeps its place here: they are not shuffled.',
        hint: 'Remove fixed, or add shuffle: true to the step.',
      };
    }
  }
};
