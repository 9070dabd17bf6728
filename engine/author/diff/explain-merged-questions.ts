import { isQuestion } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { answerOnPath } from '../../run/journey.ts';
import { beginAnew, type Loss } from './losses.ts';
import { describeVisit, sampleVisits, type SampleVisit } from './sample-visits.ts';
import type { Versions } from './versions.ts';

/** Questions that have become one: it has room for one answer, so whoever has answered more of them loses the others. */
export function explainMergedQuestions(versions: Versions): readonly Loss[] {
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
