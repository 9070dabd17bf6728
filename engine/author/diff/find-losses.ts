import { explainLostAnswers } from './explain-lost-answers.ts';
import { beginAnew, findLostAnswers, type Loss, type LostAnswers } from './losses.ts';
import { describeVisit, type SampleVisit, sampleVisits } from './sample-visits.ts';
import type { Versions } from './versions.ts';
import { exampleVisits } from '../prove/describe-visits.ts';
import { isQuestion } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { answerOnPath } from '../../run/journey.ts';

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

/** Questions that have become one: it has room for one answer, so whoever has answered more of them loses the others. */
function explainMergedQuestions(versions: Versions): readonly Loss[] {
  const { before, after } = versions;
  return findMerged(versions).flatMap(({ heir, fields }) => {
    const visit = shortestWithTwo(versions, fields);
    if (!visit) return [];
    const names = before.steps.flatMap((step) =>
      isQuestion(step) && fields.includes(step.field) ? [`“${step.id}”`] : [],
    );
    return [
      {
        places: [
          ['steps', heir, 'renamed_from'],
          ['steps', heir, 'id'],
        ],
        message: `Visitors who have answered ${names.join(' and ')} would keep only one of these answers: “${after.steps[heir]!.id}” takes them all over.`,
        hint: `Keep the questions apart, or ${beginAnew}.`,
        example: describeVisit(before, visit),
      },
    ];
  });
}

interface Merged {
  /** Index in the new version. */
  readonly heir: number;
  /** Old fields, two at least. */
  readonly fields: readonly string[];
}

function findMerged({ heirsOfAnswers }: Versions): readonly Merged[] {
  const byHeir = new Map<number, string[]>();
  for (const [field, heir] of heirsOfAnswers) byHeir.set(heir, [...(byHeir.get(heir) ?? []), field]);
  return [...byHeir].map(([heir, fields]) => ({ heir, fields })).filter(({ fields }) => fields.length > 1);
}

function shortestWithTwo(versions: Versions, fields: readonly string[]): SampleVisit | undefined {
  const known = indexOf(versions.before).fields;
  let shortest: SampleVisit | undefined;
  for (const visit of sampleVisits(versions)) {
    const answered = fields.filter((field) => answerOnPath(visit.journey, known.get(field)!) !== undefined);
    const isShorter = !shortest || visit.journey.trail.shown < shortest.journey.trail.shown;
    if (answered.length > 1 && isShorter) shortest = visit;
  }
  return shortest;
}
