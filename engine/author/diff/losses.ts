import type { Versions, WhyLost } from './versions.ts';
import type { Answer, QuestionStep } from '../../model.ts';
import type { ExampleVisit, Path } from '../../problem.ts';
import { isQuestion } from '../../run/answer.ts';

/** What visitors in the middle would lose by an edit, and what the author can do about it. */
export interface Loss {
  /** In the new flow, with steps by their number in the funnel; the first of these places that it has. */
  readonly places: readonly Path[];
  readonly message: string;
  readonly hint: string;
  /** A visit of the old version that loses. */
  readonly example?: ExampleVisit;
}

/** A loss, and an answer that is lost. */
export type LossOfAnswer = Loss & { readonly answer: Answer };

/** How an author allows the loss on purpose. */
export const restartRemedy = 'let all visitors start again: "restart: true"';

/** Answers to one question that the new version can't keep, all for the same reason. */
export interface LostAnswers {
  /** The question in the old version. */
  readonly question: QuestionStep;
  /** Index of the step of the new version that should have the answers; none where no step has them. */
  readonly successor?: number;
  readonly why: WhyLost;
  /** Those that were tried: all of a choice, the ends of a range, examples of texts. */
  readonly answers: readonly Answer[];
}

/** Every kind of answer that visits of the old version can have stored and the new version would drop. */
export function findLostAnswers({
  before,
  successorsOfAnswers,
  answersToTry,
  carryOver,
}: Versions): readonly LostAnswers[] {
  return before.steps.flatMap((question, at) => {
    if (!isQuestion(question)) return [];
    const successor = successorsOfAnswers.get(question.field);
    const lost = new Map<WhyLost, Answer[]>();
    for (const answer of answersToTry[at]!) {
      const now = answer === undefined ? undefined : carryOver(question.field, answer);
      if (now && 'lost' in now) lost.set(now.lost, [...(lost.get(now.lost) ?? []), answer!]);
    }
    return [...lost].map(([why, answers]) => ({
      question,
      ...(successor !== undefined && { successor }),
      why,
      answers,
    }));
  });
}
