import { consent } from './consent.ts';
import { date } from './date.ts';
import { display } from './display.ts';
import { email } from './email.ts';
import type { RareRules } from './index.ts';
import { matrix } from './matrix.ts';
import { phone } from './phone.ts';
import { rank } from './rank.ts';
import { select } from './select.ts';

/** The types of step that few funnels use. */
export const rare: RareRules = { select, matrix, rank, email, phone, consent, date, display };
