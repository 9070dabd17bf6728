import type { CompiledStep, StepType } from '../../model.ts';
import '../rare-formats.ts';
import '../rare-functions.ts';
import { withDependentOptions } from '../dependent-options.ts';
import { withOptional } from '../optional.ts';
import { withPrefill } from '../prefill.ts';
import { withCheck } from '../refusal.ts';
import { shufflesOptions } from '../shuffle.ts';
import '../variant-words.ts';
import { withWriteIn } from '../write-in.ts';
import { consent } from './consent.ts';
import { date } from './date.ts';
import { display } from './display.ts';
import { email } from './email.ts';
import { group } from './group.ts';
import { common, knownRules } from './index.ts';
import { matrix } from './matrix.ts';
import { phone } from './phone.ts';
import { rank } from './rank.ts';
import type { RulesFor, StepRules } from './rules.ts';
import { searchedText } from './searched-text.ts';
import { select } from './select.ts';
import { time } from './time.ts';

/**
 * The rules of every type of step; one that is missing here doesn't compile. Importing this file makes all of them, the
 * rare functions of expressions and the rare formats of texts known: browsers import it with the first funnel that needs
 * it, all else at its start.
 */
export const allRules: { readonly [Type in StepType]: StepRules<Type> } = {
  ...common,
  single_choice: { ...common.single_choice, screen: shufflesOptions(common.single_choice.screen) },
  multiple_choice: { ...common.multiple_choice, screen: shufflesOptions(common.multiple_choice.screen) },
  text: searchedText,
  select,
  matrix,
  rank: { ...rank, screen: shufflesOptions(rank.screen) },
  email,
  phone,
  consent,
  date,
  time,
  group,
  display,
};

/** The types that may have an option which visitors write in themselves. */
const writeInTypes: ReadonlySet<string> = new Set<StepType>(['single_choice', 'multiple_choice']);

for (const [type, rules] of Object.entries(allRules as Readonly<Record<string, RulesFor<CompiledStep>>>)) {
  const own = writeInTypes.has(type) ? withWriteIn(rules) : rules;
  Object.assign(knownRules, { [type]: withDependentOptions(withPrefill(withCheck(withOptional(own)))) });
}

/** Regular expressions for the texts in our own events that stand for what people wrote. */
export const redactedPatterns: readonly string[] = Object.values(allRules).flatMap(
  ({ question }) => question?.redacted || [],
);
