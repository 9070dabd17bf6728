/** Fields that begin with a value of the landing page's address, which few funnels have. */

import type { Answer, CompiledStep, StepWords } from '../model.ts';
import { checkAnswer, tidyAnswer } from './answer.ts';
import { lastAnswer, type Journey } from './journey.ts';
import type { RulesFor } from './steps/rules.ts';

/** What can't be seen, and what turns the direction of a text: nobody types it. */
const untyped = /[\p{Cc}\p{Cf}]/gu;

/**
 * The rules of a type whose steps may begin with a value: it stands there like an answer that was given before, if the
 * step would take it, and is one only once the visitor goes on with it.
 */
export function withPrefill(rules: RulesFor<CompiledStep>): RulesFor<CompiledStep> {
  return {
    ...rules,
    screen(step, input) {
      const journey = input.journey as Journey;
      const answer = lastAnswer(journey, journey.at) === undefined ? prefilled(step, input.words) : undefined;
      return { ...rules.screen(step, input), ...(answer !== undefined && { answer }) };
    },
  };
}

/** What the field of a step begins with, as its words say, if the step would take it. */
export function prefilled(step: CompiledStep, words: StepWords | undefined): Answer | undefined {
  const value = words?.prefill?.replace(untyped, '').trim();
  return value && checkAnswer(step, value) === null ? tidyAnswer(step, value) : undefined;
}
