import type { StepRules } from './rules.ts';

/** A pause that goes on by itself, so that Back goes on over it. */
export const loader: StepRules<'loader'> = {
  screen: ({ seconds }, { words, say }) => ({ seconds, lines: (words.lines ?? []).map(say) }),
  isPassedOver: true,
  question: null,
};
