/** Whether a step can take an answer. */

import type { Answer, AnswerProblem, CompiledStep, NumberStep, QuestionStep, Screen } from '../model.ts';

export function isQuestion(step: CompiledStep): step is QuestionStep {
  return 'field' in step;
}

/** Whether the step can be passed without an answer. */
export function isOptional(step: CompiledStep): boolean {
  switch (step.type) {
    case 'text':
    case 'email':
      return !step.required;
    case 'multiple_choice':
      return step.choose.min === 0;
    default:
      return !isQuestion(step);
  }
}

/** A step, or the screen that shows it: both have all that an answer is checked against. */
type Asking = CompiledStep | Screen;
type AskingFor<Type extends Asking['type']> = Extract<Asking, { readonly type: Type }>;

/** Why the step can't take this value as its answer, or null if it can. Never throws, whatever the value is. */
export function checkAnswer(step: Asking, value: unknown): AnswerProblem | null {
  switch (step.type) {
    case 'single_choice':
      if (typeof value !== 'string') return 'wrong_type';
      return value === '' ? 'required' : optionOf(step.options, value) ? null : 'unknown_option';
    case 'multiple_choice':
      return checkChoices(step, value);
    case 'number':
      return checkNumber(step, value);
    case 'text':
      if (typeof value !== 'string') return 'wrong_type';
      if (step.required && !value.trim()) return 'required';
      return value.length > step.maxLength ? 'too_long' : null;
    case 'email':
      if (typeof value !== 'string') return 'wrong_type';
      if (!value) return step.required ? 'required' : null;
      return isEmail(value) ? null : 'not_an_email';
    default:
      return 'wrong_type';
  }
}

/** An answer that was checked, as it is kept: choices in the funnel's order, numbers on their step; nothing where nothing was said. */
export function tidyAnswer(step: CompiledStep, answer: Answer): Answer | undefined {
  if (step.type === 'multiple_choice') {
    const chosen = step.options.map((option) => option.key).filter((key) => (answer as string[]).includes(key));
    return chosen.length ? chosen : undefined;
  }
  if (step.type === 'number') return onStep(step, answer as number);
  return typeof answer === 'string' && !answer.trim() ? undefined : answer;
}

/** The number that was meant, without what adding decimals leaves: 0.3, not 0.30000000000000004. */
function onStep({ min, step }: NumberStep, answer: number): number {
  return Number((min + Math.round((answer - min) / step) * step).toPrecision(12));
}

interface Choosable {
  readonly key: string;
  readonly exclusive?: boolean;
}

function optionOf(options: readonly Choosable[], key: unknown): Choosable | undefined {
  return options.find((option) => option.key === key);
}

function checkChoices({ options, choose }: AskingFor<'multiple_choice'>, value: unknown): AnswerProblem | null {
  if (!Array.isArray(value)) return 'wrong_type';
  if (value.length > options.length) return 'too_many';
  const chosen = value.map((key) => optionOf(options, key));
  if (chosen.includes(undefined))
    return value.every((key) => typeof key === 'string') ? 'unknown_option' : 'wrong_type';
  if (!value.length && choose.min > 0) return 'required';
  const alone = chosen.some((option) => option?.exclusive);
  if (alone) return value.length > 1 ? 'exclusive' : null;
  if (value.length < choose.min) return 'too_few';
  return value.length > choose.max || new Set(value).size < value.length ? 'too_many' : null;
}

function checkNumber({ min, max, step }: AskingFor<'number'>, value: unknown): AnswerProblem | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not_a_number';
  if (value < min) return 'too_small';
  if (value > max) return 'too_large';
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? 'not_on_step' : null;
}

/** Something before and after the @, with a dot in the latter: what can be seen without writing to it. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}
