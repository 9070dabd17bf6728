/** Whether a set of answers is one that a visitor of the funnel can have given. */

import type { Answer, AnswerProblem, Answers, CompiledFunnel, VisitInput } from '../model.ts';
import { checkAnswer, isOptional, isQuestion, tidyAnswer } from './answer.ts';
import type { EvaluationScope } from './expression.ts';
import { answersOnPath, begin, isLimited, limitOf, stepsPassed, type Journey, type Totals } from './journey.ts';
import { readStoredAnswers, type StoredAnswers } from './renames.ts';
import { refusalOf } from './refusal.ts';
import { outcomeOf, pass, scopeOf, walk } from './walk.ts';

export { checkAnswer };

/** What is wrong with the answer to one field; an empty field name means the whole. */
export interface FieldProblem {
  readonly field: string;
  /** `required` is also said of an answer that is missing; `check` of one that doesn't pass the step's check. */
  readonly code: AnswerProblem | 'check' | 'unknown_field' | 'not_on_path';
}

export type AnswersCheck =
  | {
      readonly ok: true;
      /** Id of the outcome. */
      readonly outcome: string;
      /** As the funnel keeps them: under present names, choices in the funnel's order. */
      readonly answers: Answers;
      /** Points by dimension. */
      readonly totals: Totals;
      /** What expressions see at the end. */
      readonly scope: EvaluationScope;
      /** Ids of the steps shown. */
      readonly path: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/**
 * Replays answers on the funnel. Each must be one that its step takes, on the path that the answers lead along, and
 * none may be missing; only where `stepsLimit` is in force may the last ones be, as the visit was cut short. `input`
 * says the limit also where it is the default: answers that an earlier version was finished with count on one that asks
 * for more. Never throws, whatever is passed.
 */
export function checkAnswers(funnel: CompiledFunnel, answers: unknown, input: VisitInput = {}): AnswersCheck {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return refuse('', 'wrong_type');
  const stored = readStoredAnswers(funnel, answers);
  if (stored.unknown.length) {
    return { ok: false, problems: stored.unknown.map((field) => ({ field, code: 'unknown_field' })) };
  }
  return replay(funnel, stored, begin(funnel, input));
}

function replay(funnel: CompiledFunnel, { values }: StoredAnswers, start: Journey): AnswersCheck {
  const left = new Map(values);
  const limit = limitOf(funnel, start.input);
  let refused: AnswersCheck | undefined;
  const end = walk(funnel, start, (journey, step) => {
    if (!left.size && journey.counter >= limit) return null;
    const isAsked = isQuestion(step);
    if (left.has(journey.at)) {
      const value = left.get(journey.at);
      const code = refusalOf(funnel, journey, value);
      if (code) refused = refuse(isAsked ? step.field : '', code);
      left.delete(journey.at);
      return code ? null : pass(funnel, journey, tidyAnswer(step, value as Answer));
    }
    if (!isAsked || isOptional(step)) return pass(funnel, journey);
    const isCutShort = isLimited(start.input) && !left.size && journey.counter > 0;
    if (!isCutShort) refused = refuse(step.field, 'required');
    return null;
  });
  return refused ?? (left.size ? strayed(funnel, left) : accepted(funnel, end));
}

function refuse(field: string, code: FieldProblem['code']): AnswersCheck {
  return { ok: false, problems: [{ field, code }] };
}

function strayed(funnel: CompiledFunnel, left: ReadonlyMap<number, unknown>): AnswersCheck {
  const fields = [...left.keys()].map((at) => funnel.steps[at]!).filter(isQuestion);
  return { ok: false, problems: fields.map(({ field }) => ({ field, code: 'not_on_path' })) };
}

function accepted(funnel: CompiledFunnel, journey: Journey): AnswersCheck {
  return {
    ok: true,
    outcome: outcomeOf(funnel, journey),
    answers: answersOnPath(funnel, journey),
    totals: journey.trail.totals,
    scope: scopeOf(funnel, journey),
    path: stepsPassed(funnel, journey).map(({ id }) => id),
  };
}
