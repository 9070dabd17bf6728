import type { Answer, AnswerProblem, CompiledFunnel, CompiledStep } from '../../model.ts';
import { checkAnswer, tidyAnswer } from '../../run/answer.ts';
import { readStoredAnswers } from '../../run/stored-answers.ts';

/** Why an answer can't be kept: no step has its field any more, or the step that has it doesn't take it. */
export type WhyLost = 'gone' | AnswerProblem;

/** What becomes of a stored answer: it is kept by a step, by its index, as that writes it, or lost. */
export type CarriedOver = { readonly at: number; readonly answer: Answer | undefined } | { readonly lost: WhyLost };

/** Tells what becomes of an answer that is stored under an old field, by itself. Each is worked out once. */
export function carrier(after: CompiledFunnel): (field: string, answer: Answer) => CarriedOver {
  const known = new Map<string, CarriedOver>();
  return (field, answer) => {
    const key = JSON.stringify([field, answer]);
    const carried = known.get(key) ?? carryOver(after, field, answer);
    known.set(key, carried);
    return carried;
  };
}

function carryOver(after: CompiledFunnel, field: string, answer: Answer): CarriedOver {
  const [stored] = readStoredAnswers(after, { [field]: answer }).values;
  if (!stored) return { lost: 'gone' };
  const [at, value] = stored;
  const step = after.steps[at]!;
  const lost = checkAnswer(step, value);
  if (!lost) return { at, answer: tidyAnswer(step, value as Answer) };
  return { lost: goneOptions(step, value).length > 0 ? 'unknown_option' : lost };
}

/** Of several that were chosen, those that the step has no options for: whatever else is wrong comes of that. */
function goneOptions(step: CompiledStep, value: unknown): readonly unknown[] {
  if (!('options' in step)) return [];
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return chosen.filter((key) => !step.options.some((option) => option.key === key));
}
