import { closest } from '../did-you-mean.ts';
import { beginAnew, findLostAnswers, type Loss, type LossOfAnswer, type LostAnswers } from './losses.ts';
import { describeVisit, type SampleVisit, sampleVisits } from './sample-visits.ts';
import type { Versions } from './versions.ts';
import { exampleVisits } from '../prove/describe-visits.ts';
import { questionOf } from '../steps/index.ts';
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

/** The edits that cost visitors these answers to a question, one loss for each. */
function explainLostAnswers(versions: Versions, lost: LostAnswers): readonly LossOfAnswer[] {
  const { question, heir, why, answers } = lost;
  const answer = answers[0]!;
  const step = heir === undefined ? undefined : versions.after.steps[heir];
  if (heir === undefined || !step) return [{ ...explainGone(versions, question), answer }];
  if (step.type !== question.type) return [{ ...explainType(question, step, heir), answer }];
  if (why === 'unknown_option') return explainGoneOptions(step, heir, lost);
  const { keys, cause } = questionOf(step.type)!.explainLimit(step, lost);
  const message = `Visitors who answered “${question.id}” with ${cause}`;
  const places = [...keys.map((path) => ['steps', heir, ...path]), ['steps', heir, 'id']];
  return [{ places, message, hint: `Allow it again, or ${beginAnew}.`, answer }];
}

function explainGone(versions: Versions, question: QuestionStep): Loss {
  const { id, field } = question;
  const message = `Visitors who have answered “${id}” would lose that answer: `;
  const heir = findLikelyHeir(versions, question);
  const step = heir === undefined ? undefined : versions.after.steps[heir];
  if (heir === undefined || !step) {
    const hint = `Put the question back, or ${beginAnew}.`;
    return { places: [['steps']], message: `${message}there is no such question any more.`, hint };
  }
  if (versions.heirs[versions.before.steps.indexOf(question)] !== heir) {
    const names = id === field ? id : `[${id}, ${field}]`;
    const hint = `If this is the same question, add "renamed_from: ${names}". If it is not, ${beginAnew}.`;
    return { places: [['steps', heir, 'id']], message: `${message}there is no such question any more.`, hint };
  }
  if (!isQuestion(step)) return explainType(question, step, heir);
  return {
    places: [
      ['steps', heir, 'field'],
      ['steps', heir, 'id'],
    ],
    message: `${message}it was kept in the field “${field}”, and now “${step.field}” is asked for.`,
    hint: `Write "field: ${field}", or ${beginAnew}.`,
  };
}

function explainType({ id, type }: QuestionStep, step: CompiledStep, heir: number): Loss {
  return {
    places: [['steps', heir, 'type']],
    message: `Visitors who have answered “${id}” would lose that answer: it was of the type ${type}, and now it is ${step.type}.`,
    hint: `Keep the type, or ${beginAnew}.`,
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
  const fresh = step.options.filter((option) => !question.options.some((old) => isHeir(option, old)));
  const names = { gone, fresh: fresh.map(({ key }) => key) };
  const heirs = gone.map((key) => [key, findLikelyOption(key, names)] as const);
  const isFirst = (heir: string, nth: number): boolean => heirs.findIndex(([, other]) => other === heir) === nth;
  const renamed = heirs.filter((pair, nth): pair is [string, string] => pair[1] !== undefined && isFirst(pair[1], nth));
  const others = gone.filter((key) => !renamed.some(([old]) => old === key));
  const answerWith = (key: string) =>
    answers.find((answer) => answer === key || (typeof answer === 'object' && answer.includes(key)))!;
  const message = (keys: readonly string[]) =>
    `Visitors who chose ${keys.map((key) => `“${key}”`).join(' or ')} in “${question.id}” would lose that answer: there is no such option any more.`;
  return [
    ...renamed.map(([old, heir]) => ({
      places: [['steps', at, 'options', heir]],
      message: message([old]),
      hint: `If this is the same option, add "renamed_from: ${old}". If it is not, ${beginAnew}.`,
      answer: answerWith(old),
    })),
    ...(others.length > 0
      ? [
          {
            places: [['steps', at, 'options']],
            message: message(others),
            hint: `Put ${others.length === 1 ? 'the option' : 'the options'} back, or ${beginAnew}.`,
            answer: answerWith(others[0]!),
          },
        ]
      : []),
  ];
}

function isHeir({ key, renamedFrom }: CompiledOption, old: CompiledOption): boolean {
  return key === old.key || renamedFrom?.includes(old.key) === true;
}

/**
 * Which new step may be an old question under a new name, as index in the new version: one with the same id whose
 * answers are kept elsewhere, one with nearly the same id, or one of the same type in the same place.
 */
function findLikelyHeir({ before, after, heirs }: Versions, question: QuestionStep): number | undefined {
  const taken = new Set(heirs);
  const fresh = after.steps.flatMap((step, at) => (taken.has(at) || !isQuestion(step) ? [] : [{ step, at }]));
  const was = before.steps.indexOf(question);
  if (heirs[was] !== undefined) return heirs[was];
  const byName = closest(
    question.id,
    fresh.map(({ step }) => step.id),
  );
  const similar = fresh.find(({ step }) => step.id === byName && isAlike(question, step));
  if (similar) return similar.at;
  const above = heirs.slice(0, was).findLast((heir) => heir !== undefined) ?? -1;
  const below = heirs.slice(was + 1).find((heir) => heir !== undefined) ?? after.steps.length;
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
