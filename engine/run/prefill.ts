/** Fields that begin with a value of the landing page's address, which few funnels have. */

import type { CompiledStep } from '../model.ts';
import { checkAnswer, tidyAnswer } from './answer.ts';
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
      const value = input.words.prefill?.replace(untyped, '').trim();
      const fits = value !== undefined && value !== '' && checkAnswer(step, value) === null;
      return { ...rules.screen(step, input), ...(fits && { answer: tidyAnswer(step, value) }) };
    },
  };
}
