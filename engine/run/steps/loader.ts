import type { StepRules } from './rules.ts';

/** A pause that goes on by itself, so that Back goes on over it. */
export const loader: StepRules<'loader'> = {
  screen: ({ seconds }, { words, fill }) => ({ seconds, lines: (words.lines ?? []).map(fill) }),
  isPassedOver: true,
  question: null,
};
