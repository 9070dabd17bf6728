/** Questions that most often have to be answered, where they may be left out. */

import type { Answer, CompiledStep } from '../model.ts';
import type { RulesFor } from './steps/rules.ts';

/** The rules of a type whose steps may be optional: then what stands for no answer is taken, and nothing is stored. */
export function withOptional(rules: RulesFor<CompiledStep>): RulesFor<CompiledStep> {
  const { question } = rules;
  if (!question) return rules;
  return {
    ...rules,
    screen: (step, input) => ({ ...rules.screen(step, input), ...(step.optional && { optional: true }) }),
    question: {
      ...question,
      check: (asked: { readonly optional?: true }, value, today) =>
        asked.optional && isNothing(value) ? null : question.check(asked as never, value, today),
      isOptional: (step) => step.optional === true || question.isOptional(step),
      tidy: (step, answer) => (step.optional && isNothing(answer) ? undefined : question.tidy(step, answer)),
      redact: (step, answer, today) => (isNothing(answer) ? answer : question.redact(step, answer, today)),
    },
  };
}

function isNothing(value: unknown): value is Answer {
  return value === '' || (Array.isArray(value) && value.length === 0);
}
