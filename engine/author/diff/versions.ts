import { questionOf } from '../steps/index.ts';
import type { Answer, AnswerProblem, CompiledFunnel, CompiledStep } from '../../model.ts';
import { checkAnswer, isOptional, isQuestion, tidyAnswer } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { readStoredAnswers } from '../../run/renames.ts';

/** Two versions of a funnel, and what of the old one is where in the new one. */
export interface Versions {
  readonly before: CompiledFunnel;
  readonly after: CompiledFunnel;
  /** Where a visitor who stands at a step of the old version is looked for, as index of the new version's step. */
  readonly heirs: readonly (number | undefined)[];
  /** Where the answers to each question are, by their old field; under their old name or a new one. */
  readonly heirsOfAnswers: ReadonlyMap<string, number>;
  /** For each step of the old version answers of every kind that the new version can treat differently. */
  readonly answersToTry: readonly (readonly (Answer | undefined)[])[];
  /** What becomes of an answer that is stored under an old field. */
  readonly carryOver: (field: string, answer: Answer) => CarriedOver;
}

export function matchVersions(before: CompiledFunnel, after: CompiledFunnel): Versions {
  const heirsOfAnswers = findHeirsOfAnswers(before, after);
  return {
    before,
    after,
    heirs: before.steps.map(({ id }) => heirOf(after, id)),
    heirsOfAnswers,
    carryOver: carrier(after),
    answersToTry: before.steps.map((step) => {
      const heir = isQuestion(step) ? heirsOfAnswers.get(step.field) : undefined;
      return answersToTry(step, heir === undefined ? undefined : after.steps[heir]);
    }),
  };
}

function heirOf(after: CompiledFunnel, id: string): number | undefined {
  const same = indexOf(after).steps.get(id);
  if (same !== undefined) return same;
  const renamed = after.steps.findIndex((step) => step.renamedFrom?.includes(id));
  return renamed === -1 ? undefined : renamed;
}

function findHeirsOfAnswers(before: CompiledFunnel, after: CompiledFunnel): ReadonlyMap<string, number> {
  const renames = after.steps.some(({ renamedFrom }) => renamedFrom);
  const { fields } = indexOf(after);
  const heirs = new Map<string, number>();
  for (const field of indexOf(before).fields.keys()) {
    const [renamed] = renames ? readStoredAnswers(after, { [field]: '' }).values.keys() : [];
    const heir = fields.get(field) ?? renamed;
    if (heir !== undefined) heirs.set(field, heir);
  }
  return heirs;
}

/** Why an answer can't be kept: no step has its field any more, or the step that has it doesn't take it. */
export type WhyLost = 'gone' | AnswerProblem;

/** What becomes of a stored answer: it is kept by a step, by its index, as that writes it, or lost. */
type CarriedOver = { readonly at: number; readonly answer: Answer | undefined } | { readonly lost: WhyLost };

/** Tells what becomes of an answer that is stored under an old field, by itself. Each is worked out once. */
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
  return chosen.filter((key) => !step.options.some((option) => option.key === key));
}

/**
 * Answers that a step takes: at least one of each kind that its successor in another version, if there is one, can treat
 * differently. `undefined` where it can be left without an answer; that stands last.
 */
function answersToTry(step: CompiledStep, heir?: CompiledStep): readonly (Answer | undefined)[] {
  const answers = new Map<string, Answer | undefined>();
  for (const answer of questionOf(step.type)?.againstHeir(step, heir) ?? []) {
    const tidied = checkAnswer(step, answer) === null ? tidyAnswer(step, answer) : undefined;
    if (tidied !== undefined) answers.set(JSON.stringify(tidied), tidied);
  }
  return isOptional(step) ? [...answers.values(), undefined] : [...answers.values()];
}
