import type { FlowRule } from './rule.ts';

/** As many options can be chosen as there are. */
export const chooseRange: FlowRule = function* ({ flow }) {
  for (const { sound, path, value, options } of flow.steps) {
    if (!sound || !value.choose) continue;
    const together = options.filter((option) => option.value.exclusive !== true).length;
    const { min = 1, max } = value.choose;
    const place = { in: flow.document, code: 'choose_range' } as const;
    if (max !== undefined && min > max) {
      const at = value.choose.min === undefined ? 'max' : 'min';
      yield { ...place, path: [...path, 'choose', at], message: `At least ${min} and at most ${max} can't both be.` };
    } else if (max !== undefined && max > options.length) {
      yield {
        ...place,
        path: [...path, 'choose', 'max'],
        message: `At most ${max}, but there are only ${options.length} options.`,
      };
    } else if (min > Math.max(together, options.length > together ? 1 : 0)) {
      const message = `At least ${min}, but only ${together} of the options can be chosen together.`;
      yield { ...place, path: [...path, 'choose', 'min'], message };
    }
  }
};
