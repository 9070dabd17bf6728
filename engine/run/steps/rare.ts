import { date } from './date.ts';
import { email } from './email.ts';
import type { RareRules } from './index.ts';

/** The types of step that few funnels use. */
export const rare: RareRules = { email, date };
