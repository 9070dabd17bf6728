import { didYouMean } from '../did-you-mean.ts';
import type { FlowRule } from './rule.ts';

/** The accent of the look is one that the brand has. */
export const accent: FlowRule = function* ({ flow, accents }) {
  const name = flow.value.look?.accent;
  if (name === undefined || accents.includes(name)) return;
  yield {
    in: flow.document,
    path: ['look', 'accent'],
    code: 'unknown_value',
    message: `${JSON.stringify(name)} is not a value of "accent".`,
    hint: didYouMean(name, accents).hint ?? `Write ${accents.join(' or ')}.`,
  };
};
