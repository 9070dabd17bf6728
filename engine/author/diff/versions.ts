import { questionOf } from '../steps/index.ts';
import { writtenAgainst } from '../steps/write-in.ts';
import type { Answer, AnswerProblem, CompiledFunnel, CompiledStep } from '../../model.ts';
import { checkAnswer, isOptional, isQuestion, tidyAnswer } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { readStoredAnswers } from '../../run/renames.ts';
import { keyOf } from '../../run/write-in.ts';

/** Two versions of a funnel, and what of the old one is where in the new one. */
export interface Versions {
  readonly before: CompiledFunnel;
  readonly after: CompiledFunnel;
  /** Where a visitor who stands at a step of the old version is looked for, as index of the new version's step. */
  readonly successors: readonly (number | undefined)[];
  /** Where the answers to each question are, by their old field; under their old name or a new one. */
  readonly successorsOfAnswers: ReadonlyMap<string, number>;
  /** For each step of the old version answers of every kind that the new version can treat differently. */
  readonly answersToTry: readonly (readonly (Answer | undefined)[])[];
  /** What becomes of an answer that is stored under an old field. */
  readonly carryOver: (field: string, answer: Answer) => CarriedOver;
}

export function matchVersions(before: CompiledFunnel, after: CompiledFunnel): Versions {
  const successorsOfAnswers = findSuccessorsOfAnswers(before, after);
  return {
    before,
    after,
    successors: before.steps.map(({ id }) => successorOf(after, id)),
    successorsOfAnswers,
    carryOver: carrier(after),
    answersToTry: before.steps.map((step) => {
      const successor = isQuestion(step) ? successorsOfAnswers.get(step.field) : undefined;
      return answersToTry(step, successor === undefined ? undefined : after.steps[successor]);
    }),
  };
}

function successorOf(after: CompiledFunnel, id: string): number | undefined {
  const same = indexOf(after).steps.get(id);
  if (same !== undefined) return same;
  const renamed = after.steps.findIndex((step) => step.renamedFrom?.includes(id));
  return renamed === -1 ? undefined : renamed;
}

function findSuccessorsOfAnswers(before: CompiledFunnel, after: CompiledFunnel): ReadonlyMap<string, number> {
  const renames = after.steps.some(({ renamedFrom }) => renamedFrom);
  const { fields } = indexOf(after);
  const successors = new Map<string, number>();
  for (const field of indexOf(before).fields.keys()) {
    const [renamed] = renames ? readStoredAnswers(after, { [field]: '' }).values.keys() : [];
    const successor = fields.get(field) ?? renamed;
    if (successor !== undefined) successors.set(field, successor);
  }
  return successors;
}

/** Why an answer can't be kept: no step has its field any more, or the step that has it doesn't take it. */
export type WhyLost = 'gone' | AnswerProblem;

/** What becomes of a stored answer: it is kept by a step, by its index, as that writes it, or lost. */
type CarriedOver = { readonly at: number; readonly answer: Answer | undefined } | { readonly lost: WhyLost };

/** Says what becomes of an answer that is stored under an old field, by itself. Each is worked out once. */
function carrier(after: CompiledFunnel): (field: string, answer: Answer) => CarriedOver {
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
  return chosen.filter((each) => !step.options.some((option) => option.key === keyOf(String(each))));
}

/**
 * Answers that a step takes: at least one of each kind that its successor in another version, if there is one, can treat
 * differently. `undefined` where it can be left without an answer; that stands last.
 */
function answersToTry(step: CompiledStep, successor?: CompiledStep): readonly (Answer | undefined)[] {
  const answers = new Map<string, Answer | undefined>();
  const tried = questionOf(step.type)?.againstSuccessor(step, successor) ?? [];
  for (const answer of writtenAgainst(step, successor, tried)) {
    const tidied = checkAnswer(step, answer) === null ? tidyAnswer(step, answer) : undefined;
    if (tidied !== undefined) answers.set(JSON.stringify(tidied), tidied);
  }
  return isOptional(step) ? [...answers.values(), undefined] : [...answers.values()];
}
