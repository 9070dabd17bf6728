import type { Answer, CompiledStep } from '../../model.ts';
import { checkAnswer, isQuestion } from '../../run/answer.ts';
import type { Persona } from './persona.ts';
import type { Versions } from './versions.ts';

/** Somebody who knows what they answer in the new version, and so would have answered the old one, as far as it takes that. */
export function translatePersona(
  { input, answers }: Persona,
  { before, after, heirsOfAnswers }: Pick<Versions, 'before' | 'after' | 'heirsOfAnswers'>,
): Persona {
  const inBefore = new Map<number, Answer | undefined>();
  for (const [at, step] of before.steps.entries()) {
    const heir = isQuestion(step) ? heirsOfAnswers.get(step.field) : undefined;
    const answer = heir === undefined ? undefined : answers.get(heir);
    if (heir === undefined || answer === undefined) continue;
    const said = withOldKeys(step, after.steps[heir]!, answer);
    if (checkAnswer(step, said) === null) inBefore.set(at, said);
  }
  return { input, answers: inBefore };
}

function withOldKeys(step: CompiledStep, heir: CompiledStep, answer: Answer): Answer {
  if (!('options' in step && 'options' in heir)) return answer;
  const old = new Set(step.options.map(({ key }) => key));
  const oldKey = (key: string): string =>
    old.has(key)
      ? key
      : (heir.options.find((option) => option.key === key)?.renamedFrom?.find((k) => old.has(k)) ?? key);
  if (typeof answer === 'string') return oldKey(answer);
  return typeof answer === 'object' ? answer.map(oldKey) : answer;
}
