import type { CompiledOption, CompiledStep } from '../../model.ts';
import { findLikelyOption } from './likely-heirs.ts';
import type { LostAnswers } from './lost-answers.ts';
import { beginAnew, type LossOfAnswer } from './losses.ts';

/** Options that are gone: one loss for each that may have a new name, and one for all the others of the question. */
export function explainGoneOptions(
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
