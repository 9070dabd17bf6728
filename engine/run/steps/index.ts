/**
 * Every type of step, as the runtime knows it. Which types there are, the model says: one that is missing both here and
 * in rare.ts doesn't compile.
 */

import type { CompiledFunnel, CompiledStep, StepType } from '../../model.ts';
import { info } from './info.ts';
import { intro } from './intro.ts';
import { loader } from './loader.ts';
import { multipleChoice } from './multiple_choice.ts';
import { number } from './number.ts';
import type { RulesFor, StepRules } from './rules.ts';
import { singleChoice } from './single_choice.ts';
import { text } from './text.ts';

/** The types that most funnels use: their rules come with every page. */
export const common = {
  intro,
  info,
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  number,
  text,
  loader,
} satisfies { readonly [Type in StepType]?: StepRules<Type> };

export type CommonType = keyof typeof common;
/** The types whose code browsers load only for a funnel that uses one of them. */
export type RareType = Exclude<StepType, CommonType>;
export type RareRules = { readonly [Type in RareType]: StepRules<Type> };

const rules: Partial<Record<StepType, object>> = { ...common };

/** Makes the rare types known. All but browsers import all.ts instead, which does it. */
export function addRules(rare: RareRules): void {
  Object.assign(rules, rare);
}

/** Whether the rules of all of its steps are known, and those of days where it depends on today. */
export function hasRules(funnel: CompiledFunnel): boolean {
  return usesOnly(rules, funnel);
}

/** Whether a browser needs rules beyond those of the common types for it. */
export function isRare(funnel: CompiledFunnel): boolean {
  return !usesOnly(common, funnel);
}

function usesOnly(known: object, { steps, builtOn }: CompiledFunnel): boolean {
  return (builtOn === undefined || 'date' in known) && steps.every(({ type }) => type in known);
}

/** The rules of a step's type. Those of a rare one have to be added before: `all.ts` does. */
export function rulesOf({ type }: { readonly type: StepType }): RulesFor<CompiledStep> {
  return rules[type] as unknown as RulesFor<CompiledStep>;
}
