import type { StepRules } from './rules.ts';

/** The opening screen: only words. */
export const intro: StepRules<'intro'> = { screen: () => ({}), isPassedOver: false, question: null };
