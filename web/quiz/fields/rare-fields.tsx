import type { RareType } from '../../../engine/run/steps/index.ts';
import { consent } from './consent.tsx';
import { date } from './date.tsx';
import { email } from './email.tsx';
import type { Field } from './field.tsx';
import { phone } from './phone.tsx';
import { select } from './select.tsx';

/** The types of step that few funnels use; one without a control doesn't compile. */
export const fields: { readonly [Type in RareType]: Field<Type> } = { select, email, phone, consent, date };
