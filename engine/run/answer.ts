/** Whether a step can take an answer; the rules are those of its type (steps/). */

import type { Answer, AnswerProblem, CompiledStep, QuestionStep, Screen } from '../model.ts';
import { rulesOf } from './steps/index.ts';

export function isQuestion(step: CompiledStep): step is QuestionStep {
  return 'field' in step;
}

/** Whether the step can be passed without an answer. */
export function isOptional(step: CompiledStep): boolean {
  return rulesOf(step).question?.isOptional(step) ?? true;
}

/**
 * Why the step, or the screen that shows it, can't take this value as its answer, or null if it can. Limits that count
 * from `today` are looked at only where that is given. Never throws, whatever the value is.
 */
export function checkAnswer(step: CompiledStep | Screen, value: unknown, today?: string): AnswerProblem | null {
  const { question } = rulesOf(step);
  return question ? question.check(step as never, value, today) : 'wrong_type';
}

/** A checked answer as it is stored: choices in the funnel's order, numbers on their step; nothing where nothing was said. */
export function tidyAnswer(step: CompiledStep, answer: Answer): Answer | undefined {
  return rulesOf(step).question!.tidy(step, answer);
}

/** What leaves the browser instead of an answer: nothing that a person wrote. */
export function redactAnswer(step: CompiledStep | undefined, answer: Answer, today?: string): Answer {
  return (step && rulesOf(step).question?.redact(step, answer, today)) ?? answer;
}

/** What is sent where a question was passed without an answer. */
export function noAnswer(step: QuestionStep): Answer {
  return rulesOf(step).question!.nothing;
}
