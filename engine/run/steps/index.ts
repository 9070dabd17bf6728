/** Every type of step, as the runtime knows it. Which types there are, the model says: one that is missing here doesn't compile. */

import type { CompiledStep, StepType } from '../../model.ts';
import { date } from './date.ts';
import { email } from './email.ts';
import { info } from './info.ts';
import { intro } from './intro.ts';
import { loader } from './loader.ts';
import { multipleChoice } from './multiple_choice.ts';
import { number } from './number.ts';
import type { RulesFor, StepRules } from './rules.ts';
import { singleChoice } from './single_choice.ts';
import { text } from './text.ts';

const steps: { readonly [Type in StepType]: StepRules<Type> } = {
  intro,
  info,
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  number,
  text,
  email,
  date,
  loader,
};

/** The rules of a step's type. */
export function rulesOf(step: { readonly type: StepType }): RulesFor<CompiledStep> {
  return steps[step.type] as unknown as RulesFor<CompiledStep>;
}

/** Regular expressions for the texts in our own events that stand for what people wrote. */
export const redactedPatterns: readonly string[] = Object.values(steps).flatMap(
  ({ question }) => question?.redacted || [],
);
