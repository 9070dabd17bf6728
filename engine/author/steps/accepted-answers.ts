import type { Answer, CompiledFunnel, CompiledStep } from '../../model.ts';
import type { Journey } from '../../run/journey.ts';
import { sayFound } from '../../run/steps/searched-text.ts';
import { isOptional } from '../../run/answer.ts';
import { offeredStep, refusalOf } from '../../run/refusal.ts';
import { candidates } from './index.ts';

/** So many answers are drawn before all are looked through. */
const maxDraws = 100;

/** Whether the step at this place takes an answer: it is of options that are offered, and it passes the check. */
export function isAccepted(funnel: CompiledFunnel, journey: Journey, answer: Answer | undefined): boolean {
  return takesAll(funnel.steps[journey.at]!) || answer === undefined || refusalOf(funnel, journey, answer) === null;
}

/** Whether a step takes every answer of its type, whatever the visit. */
function takesAll({ check, offeredIf }: CompiledStep): boolean {
  return check === undefined && offeredIf === undefined;
}

/**
 * Draws an answer until the step takes it; null where it takes none. `draw` gets the step with the options that are
 * offered.
 */
export function drawAccepted(
  funnel: CompiledFunnel,
  journey: Journey,
  draw: (step: CompiledStep) => Answer | undefined,
): Answer | undefined | null {
  const step = offeredStep(funnel, journey);
  if (step.offeredIf && 'options' in step && step.options.length === 0) return isOptional(step) ? undefined : null;
  for (let drawn = 0; drawn < maxDraws; drawn += 1) {
    const answer = draw(step);
    if (isAccepted(funnel, journey, answer)) return answer;
  }
  return anyAccepted(funnel, journey);
}

/** The first of all answers that the step takes; null where it takes none. Of texts only a few are looked at. */
export function anyAccepted(funnel: CompiledFunnel, journey: Journey): Answer | undefined | null {
  const step = funnel.steps[journey.at]!;
  const sought = 'searched' in step ? (step.searched ?? []) : [];
  const texts = ['a', 'a@b.co', ...(sought.length > 0 ? [sayFound(sought)] : []), ...sought];
  const comparisons = { texts: new Set<string>(), numbers: new Set<number>(), isAll: takesAll(step) };
  const all = candidates({ step, comparisons, dimensions: [], asked: new Set(), texts });
  for (const { answer } of all) if (isAccepted(funnel, journey, answer)) return answer;
  return null;
}
