import { exampleVisits } from '../prove/describe-visits.ts';
import { explainLostAnswers } from './explain-lost-answers.ts';
import { explainMergedQuestions } from './explain-merged-questions.ts';
import type { Loss } from './losses.ts';
import { findLostAnswers, type LostAnswers } from './lost-answers.ts';
import type { Versions } from './versions.ts';

/**
 * Every edit that costs visitors in the middle answers: those that the new version can't keep. Nothing where it lets
 * everybody begin anew. Being sent back to a new question costs none: those behind it keep their answers.
 */
export function findLosses(versions: Versions): readonly Loss[] {
  if (versions.after.restart) return [];
  return [...explainAll(versions, findLostAnswers(versions)), ...explainMergedQuestions(versions)];
}

/** An edit of a question tells of all its answers, once. */
function explainAll(versions: Versions, lost: readonly LostAnswers[]): readonly Loss[] {
  if (lost.length === 0) return [];
  const examples = exampleVisits(versions.before);
  const losses = lost.flatMap((group) => {
    const visit = examples.get(group.question.id);
    return explainLostAnswers(versions, group).map(({ answer, ...loss }) => {
      if (!visit) return loss;
      const steps = [...visit.steps.slice(0, -1), { step: group.question.id, answer }];
      return { ...loss, example: { ...visit, steps } };
    });
  });
  return [...new Map(losses.toReversed().map((loss) => [loss.message, loss])).values()].toReversed();
}
