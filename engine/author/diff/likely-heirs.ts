import type { CompiledStep, QuestionStep } from '../../model.ts';
import { isQuestion } from '../../run/answer.ts';
import { closest } from '../did-you-mean.ts';
import type { Versions } from './versions.ts';

/**
 * Which new step may be an old question under a new name, as index in the new version: one with the same id whose
 * answers are kept elsewhere, one with nearly the same id, or one of the same type in the same place.
 */
export function findLikelyHeir({ before, after, heirs }: Versions, question: QuestionStep): number | undefined {
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
export function findLikelyOption(
  key: string,
  { gone, fresh }: { readonly gone: readonly string[]; readonly fresh: readonly string[] },
): string | undefined {
  return closest(key, fresh) ?? (gone.length === 1 && fresh.length === 1 ? fresh[0] : undefined);
}
