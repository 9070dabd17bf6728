/** The rules of every type of step. */

import type { CompiledStep, FunnelData, StepType } from '../../model.ts';
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

/** What is known so far. Importing all.ts adds the rare types. */
export const knownRules: { [Type in StepType]?: StepRules<Type> } = { ...common };

/**
 * Whether a browser needs rare code for it: that of days also where it depends on today, all of it where its texts have
 * rare formats, are looked into or say what the address does, where options or steps are shuffled, options depend on
 * the visit or are written in, or where a question has a check or may be left out.
 */
export function isRare({ funnel: { steps, builtOn, address }, words: { rare } }: FunnelData): boolean {
  return (
    rare ??
    (builtOn !== undefined ||
      address !== undefined ||
      steps.some(
        (step) =>
          !(step.type in common) ||
          'searched' in step ||
          'shuffle' in step ||
          step.block ||
          step.check ||
          step.offeredIf ||
          step.writeIn ||
          step.optional,
      ))
  );
}

/** The rules of a step's type. Those of a rare one have to be there already: see all.ts. */
export function rulesOf({ type }: { readonly type: StepType }): RulesFor<CompiledStep> {
  return knownRules[type] as RulesFor<CompiledStep>;
}
