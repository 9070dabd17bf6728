import type { CompiledStep, QuestionStep } from '../../model.ts';
import { isQuestion } from '../../run/answer.ts';
import { findLikelyHeir } from './likely-heirs.ts';
import { explainGoneOptions } from './explain-gone-options.ts';
import { explainLimit } from './explain-limits.ts';
import type { LostAnswers } from './lost-answers.ts';
import { beginAnew, type Loss, type LossOfAnswer } from './losses.ts';
import type { Versions } from './versions.ts';

/** The edits that cost visitors these answers to a question, one loss for each. */
export function explainLostAnswers(versions: Versions, lost: LostAnswers): readonly LossOfAnswer[] {
  const { question, heir, why, answers } = lost;
  const answer = answers[0]!;
  const step = heir === undefined ? undefined : versions.after.steps[heir];
  if (heir === undefined || !step) return [{ ...explainGone(versions, question), answer }];
  if (step.type !== question.type) return [{ ...explainType(question, step, heir), answer }];
  if (why === 'unknown_option') return explainGoneOptions(step, heir, lost);
  const { keys, cause } = explainLimit(step, lost);
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
