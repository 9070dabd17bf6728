import { closest } from '../did-you-mean.ts';
import { restartRemedy, findLostAnswers, type Loss, type LossOfAnswer, type LostAnswers } from './losses.ts';
import { toExampleVisit, type SampleVisit, sampleVisits } from './sample-visits.ts';
import type { Versions } from './versions.ts';
import { exampleVisits } from '../prove/describe-visits.ts';
import { questionOf } from '../steps/index.ts';
import { explainTooLong } from '../steps/write-in.ts';
import type { CompiledOption, CompiledStep, QuestionStep } from '../../model.ts';
import { isQuestion } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { answerOnPath } from '../../run/journey.ts';

/**
 * Every edit that costs visitors in the middle answers: those that the new version can't keep. Nothing where it lets
 * all visitors start again. Being sent back to a new question costs none: those behind it keep their answers.
 */
export function findLosses(versions: Versions): readonly Loss[] {
  if (versions.after.restart) return [];
  return [...explainAll(versions, findLostAnswers(versions)), ...explainMergedQuestions(versions)];
}

/** An edit of a question is reported once, with all its answers. */
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

/** Questions that have become one: it has room for one answer, so visitors who answered more of them lose the others. */
function explainMergedQuestions(versions: Versions): readonly Loss[] {
  const { before, after } = versions;
  return findMerged(versions).flatMap(({ successor, fields }) => {
    const visit = shortestWithTwo(versions, fields);
    if (!visit) return [];
    const names = before.steps.flatMap((step) =>
      isQuestion(step) && fields.includes(step.field) ? [`“${step.id}”`] : [],
    );
    return [
      {
        places: [
          ['steps', successor, 'renamed_from'],
          ['steps', successor, 'id'],
        ],
        message: `Visitors who have answered ${names.join(' and ')} would keep only one of these answers: “${after.steps[successor]!.id}” takes them all over.`,
        hint: `Keep the questions apart, or ${restartRemedy}.`,
        example: toExampleVisit(before, visit),
      },
    ];
  });
}

interface Merged {
  /** Index in the new version. */
  readonly successor: number;
  /** Old fields, two at least. */
  readonly fields: readonly string[];
}

function findMerged({ successorsOfAnswers }: Versions): readonly Merged[] {
  const bySuccessor = new Map<number, string[]>();
  for (const [field, successor] of successorsOfAnswers)
    bySuccessor.set(successor, [...(bySuccessor.get(successor) ?? []), field]);
  return [...bySuccessor]
    .map(([successor, fields]) => ({ successor, fields }))
    .filter(({ fields }) => fields.length > 1);
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

/** The edits that cost visitors these answers to a question, one loss for each. */
function explainLostAnswers(versions: Versions, lost: LostAnswers): readonly LossOfAnswer[] {
  const { question, successor, why, answers } = lost;
  const answer = answers[0]!;
  const step = successor === undefined ? undefined : versions.after.steps[successor];
  if (successor === undefined || !step) return [{ ...explainGone(versions, question), answer }];
  if (step.type !== question.type) return [{ ...explainType(question, step, successor), answer }];
  if (why === 'unknown_option') return explainGoneOptions(step, successor, lost);
  const isWritten = step.writeIn !== undefined && why === 'too_long';
  const { keys, cause } = isWritten ? explainTooLong(step) : questionOf(step.type)!.explainLimit(step, lost);
  const message = `Visitors who answered “${question.id}” with ${cause}`;
  const places = [...keys.map((path) => ['steps', successor, ...path]), ['steps', successor, 'id']];
  return [{ places, message, hint: `Allow it again, or ${restartRemedy}.`, answer }];
}

function explainGone(versions: Versions, question: QuestionStep): Loss {
  const { id, field } = question;
  const message = `Visitors who have answered “${id}” would lose that answer: `;
  const successor = findLikelySuccessor(versions, question);
  const step = successor === undefined ? undefined : versions.after.steps[successor];
  if (successor === undefined || !step) {
    const hint = `Put the question back, or ${restartRemedy}.`;
    return { places: [['steps']], message: `${message}there is no such question any more.`, hint };
  }
  if (versions.successors[versions.before.steps.indexOf(question)] !== successor) {
    const names = id === field ? id : `[${id}, ${field}]`;
    const hint = `If this is the same question, add "renamed_from: ${names}". If it is not, ${restartRemedy}.`;
    return { places: [['steps', successor, 'id']], message: `${message}there is no such question any more.`, hint };
  }
  if (!isQuestion(step)) return explainType(question, step, successor);
  return {
    places: [
      ['steps', successor, 'field'],
      ['steps', successor, 'id'],
    ],
    message: `${message}it was kept in the field “${field}”, and now “${step.field}” is asked for.`,
    hint: `Write "field: ${field}", or ${restartRemedy}.`,
  };
}

function explainType({ id, type }: QuestionStep, step: CompiledStep, successor: number): Loss {
  return {
    places: [['steps', successor, 'type']],
    message: `Visitors who have answered “${id}” would lose that answer: it was of the type ${type}, and now it is ${step.type}.`,
    hint: `Keep the type, or ${restartRemedy}.`,
  };
}

/** Options that are gone: one loss for each that may have a new name, and one for all the others of the question. */
function explainGoneOptions(
  step: CompiledStep,
  at: number,
  { question, answers }: LostAnswers,
): readonly LossOfAnswer[] {
  if (!('options' in step && 'options' in question)) return [];
  const known = new Set(step.options.flatMap(({ key, renamedFrom = [] }) => [key, ...renamedFrom]));
  const gone = question.options.map(({ key }) => key).filter((key) => !known.has(key));
  const fresh = step.options.filter((option) => !question.options.some((old) => isSuccessor(option, old)));
  const names = { gone, fresh: fresh.map(({ key }) => key) };
  const successors = gone.map((key) => [key, findLikelyOption(key, names)] as const);
  const isFirst = (successor: string, nth: number): boolean =>
    successors.findIndex(([, other]) => other === successor) === nth;
  const renamed = successors.filter(
    (pair, nth): pair is [string, string] => pair[1] !== undefined && isFirst(pair[1], nth),
  );
  const others = gone.filter((key) => !renamed.some(([old]) => old === key));
  const answerWith = (key: string) =>
    answers.find((answer) => answer === key || (typeof answer === 'object' && answer.includes(key)))!;
  const message = (keys: readonly string[]) =>
    `Visitors who chose ${keys.map((key) => `“${key}”`).join(' or ')} in “${question.id}” would lose that answer: there is no such option any more.`;
  return [
    ...renamed.map(([old, successor]) => ({
      places: [['steps', at, 'options', successor]],
      message: message([old]),
      hint: `If this is the same option, add "renamed_from: ${old}". If it is not, ${restartRemedy}.`,
      answer: answerWith(old),
    })),
    ...(others.length > 0
      ? [
          {
            places: [['steps', at, 'options']],
            message: message(others),
            hint: `Put ${others.length === 1 ? 'the option' : 'the options'} back, or ${restartRemedy}.`,
            answer: answerWith(others[0]!),
          },
        ]
      : []),
  ];
}

function isSuccessor({ key, renamedFrom }: CompiledOption, old: CompiledOption): boolean {
  return key === old.key || renamedFrom?.includes(old.key) === true;
}

/**
 * Which new step may be an old question under a new name, as index in the new version: one with the same id whose
 * answers are kept elsewhere, one with nearly the same id, or one of the same type in the same place.
 */
function findLikelySuccessor({ before, after, successors }: Versions, question: QuestionStep): number | undefined {
  const taken = new Set(successors);
  const fresh = after.steps.flatMap((step, at) => (taken.has(at) || !isQuestion(step) ? [] : [{ step, at }]));
  const was = before.steps.indexOf(question);
  if (successors[was] !== undefined) return successors[was];
  const byName = closest(
    question.id,
    fresh.map(({ step }) => step.id),
  );
  const similar = fresh.find(({ step }) => step.id === byName && isAlike(question, step));
  if (similar) return similar.at;
  const above = successors.slice(0, was).findLast((successor) => successor !== undefined) ?? -1;
  const below = successors.slice(was + 1).find((successor) => successor !== undefined) ?? after.steps.length;
  return fresh.find(({ step, at }) => at > above && at < below && isAlike(question, step))?.at;
}

/** The same type, and if it is a choice, some of the same options. */
function isAlike(question: QuestionStep, step: CompiledStep): boolean {
  if (question.type !== step.type) return false;
  if (!('options' in question && 'options' in step)) return true;
  return question.options.some(({ key }) => step.options.some((option) => option.key === key));
}

/** Which new option may be an old one under a new name: nearly the same key, or the only new one for the only old one. */
function findLikelyOption(
  key: string,
  { gone, fresh }: { readonly gone: readonly string[]; readonly fresh: readonly string[] },
): string | undefined {
  return closest(key, fresh) ?? (gone.length === 1 && fresh.length === 1 ? fresh[0] : undefined);
}
