/** What must not compile: `tsc` fails where one of these lines is no mistake. */

import type { StepAuthoring } from '../../../engine/author/steps/authoring.ts';
import { date as dateAuthoring } from '../../../engine/author/steps/date.ts';
import { date as dateField } from '../../../web/quiz/fields/date.tsx';
import type { Field } from '../../../web/quiz/fields/field.tsx';
import { date as dateRules } from '../../../engine/run/steps/date.ts';
import type { allRules } from '../../../engine/run/steps/all.ts';
import type { StepRules } from '../../../engine/run/steps/rules.ts';

const { redact: _redact, ...unredacted } = dateRules.question;
// @ts-expect-error -- answers that nobody says how to redact
export const withoutRedaction: StepRules<'date'> = { ...dateRules, question: unredacted };

const { candidates: _candidates, ...unproved } = dateAuthoring.question;
// @ts-expect-error -- answers that the proofs can't try
export const withoutCandidates: StepAuthoring<'date'> = { ...dateAuthoring, question: unproved };

const { keys: _keys, ...unwritten } = dateAuthoring;
// @ts-expect-error -- a type without the keys that an author writes
export const withoutKeys: StepAuthoring<'date'> = unwritten;

// @ts-expect-error -- a control that can't say what is wrong
export const withoutProblems: Field<'date'> = { Control: dateField.Control };

const { date: _date, ...withoutDate } = {} as typeof allRules;
// @ts-expect-error -- a type that the runtime has no rules of
export const withoutRules: typeof allRules = withoutDate;
