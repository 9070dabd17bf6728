import type { StepRules } from './rules.ts';

/** A screen between questions: only words. */
export const info: StepRules<'info'> = { screen: () => ({}), question: null };
