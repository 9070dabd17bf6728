/** What a visit says of an answer: the rules of its step's type, and the step's check. */

import type { Answer, AnswerProblem, CompiledFunnel, CompiledStep } from '../model.ts';
import { checkAnswer, tidyAnswer } from './answer.ts';
import type { Journey } from './journey.ts';
import { rulesOf } from './steps/index.ts';
import type { RulesFor } from './steps/rules.ts';
import { holds, pass } from './walk.ts';

/** The step at this place, with only those of its options that the visit is offered. */
export function offeredStep(funnel: CompiledFunnel, journey: Journey): CompiledStep {
  const step = funnel.steps[journey.at]!;
  return rulesOf(step).offered?.(step, funnel, journey) ?? step;
}

/**
 * Why the step at this place can't take a value as its answer, or null if it can: it must be one of its type, of
 * options that are offered, and with it the step's check must hold. Never throws, whatever the value is.
 */
export function refusalOf(funnel: CompiledFunnel, journey: Journey, value: unknown): AnswerProblem | 'check' | null {
  const step = offeredStep(funnel, journey);
  const problem = checkAnswer(step, value, journey.input.today);
  if (problem || step.check === undefined) return problem;
  return holds(funnel, pass(funnel, journey, tidyAnswer(step, value as Answer)), step.check) ? null : 'check';
}

/** The rules of a type whose steps may have a check. */
export function withCheck(rules: RulesFor<CompiledStep>): RulesFor<CompiledStep> {
  return {
    ...rules,
    screen(step, input) {
      const { check } = input.words;
      return { ...rules.screen(step, input), ...(check !== undefined && { check: input.fill(check) }) };
    },
    refuses: (funnel, journey, value) => refusalOf(funnel, journey as Journey, value) !== null,
  };
}
