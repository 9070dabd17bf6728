/** Options that are there only for some visitors, which few funnels have. */

import type { Answer, CompiledFunnel, CompiledStep } from '../model.ts';
import { lastAnswer, type Journey } from './journey.ts';
import type { RulesFor } from './steps/rules.ts';
import { holds } from './walk.ts';
import { keyOf } from './write-in.ts';

/**
 * The rules of a type whose options may depend on the visit. An answer that was given before is shown again without what
 * is no longer offered.
 */
export function withDependentOptions(rules: RulesFor<CompiledStep>): RulesFor<CompiledStep> {
  return {
    ...rules,
    offered: offeredOf,
    screen(step, input) {
      const journey = input.journey as Journey;
      const offered = offeredOf(step, input.data.funnel, journey);
      const answer = lastAnswer(journey, journey.at);
      const isOther = offered !== step && answer !== undefined;
      return { ...rules.screen(offered, input), ...(isOther && { answer: stillOffered(offered, answer) }) };
    },
  };
}

function offeredOf(step: CompiledStep, funnel: CompiledFunnel, journey: object): CompiledStep {
  if (!step.offeredIf || !('options' in step)) return step;
  const options = step.options.filter(({ key }) => {
    const condition = step.offeredIf![key];
    return condition === undefined || holds(funnel, journey as Journey, condition);
  });
  return { ...step, options };
}

/** What is left of an answer on a step with only the options that are offered; nothing where none of it is. */
export function stillOffered(step: CompiledStep, answer: Answer | undefined): Answer | undefined {
  if (!step.offeredIf || !('options' in step) || answer === undefined) return answer;
  const isThere = (chosen: Answer) => step.options.some((option) => option.key === keyOf(String(chosen)));
  if (!Array.isArray(answer)) return isThere(answer) ? answer : undefined;
  const left = answer.filter(isThere);
  return left.length > 0 ? left : undefined;
}
