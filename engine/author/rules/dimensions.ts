import { didYouMean } from '../did-you-mean.ts';
import { dimensionsOf } from '../scope.ts';
import type { FlowRule } from './rule.ts';

/** A sum adds up a dimension that some option scores on. */
export const dimensions: FlowRule = function* ({ flow }) {
  if (!flow.complete.names || flow.steps.some(({ sound }) => !sound)) return;
  const known = dimensionsOf(flow);
  for (const [name, { sum }] of Object.entries(flow.value.variables ?? {})) {
    if (sum === undefined || known.has(sum)) continue;
    const guess = didYouMean(sum, known).hint;
    const hint = guess ?? (known.size > 0 ? `There are ${[...known].join(', ')}.` : 'Give options a score.');
    yield {
      in: flow.document,
      path: ['variables', name, 'sum'],
      code: 'unknown_dimension',
      message: `No option scores on "${sum}".`,
      hint,
    };
  }
};
