import type { Answer, CompiledFunnel } from '../../model.ts';
import type { Journey } from '../../run/journey.ts';
import { sayFound } from '../../run/steps/searched-text.ts';
import { refusalOf } from '../../run/refusal.ts';
import { candidates } from './index.ts';

/** So many answers are drawn before all are looked through. */
const maxDraws = 100;

/** Whether the check of the step at this place, if it has one, takes an answer. */
export function passesCheck(funnel: CompiledFunnel, journey: Journey, answer: Answer | undefined): boolean {
  const { check } = funnel.steps[journey.at]!;
  return check === undefined || answer === undefined || refusalOf(funnel, journey, answer) === null;
}

/** Draws an answer until the step's check takes it; null where it takes none. */
export function drawAccepted(
  funnel: CompiledFunnel,
  journey: Journey,
  draw: () => Answer | undefined,
): Answer | undefined | null {
  for (let drawn = 0; drawn < maxDraws; drawn += 1) {
    const answer = draw();
    if (passesCheck(funnel, journey, answer)) return answer;
  }
  return anyAccepted(funnel, journey);
}

/** The first of all answers that the step's check takes; null where it takes none. Of texts only a few are looked at. */
export function anyAccepted(funnel: CompiledFunnel, journey: Journey): Answer | undefined | null {
  const step = funnel.steps[journey.at]!;
  const sought = 'searched' in step ? (step.searched ?? []) : [];
  const texts = ['a', 'a@b.co', ...(sought.length > 0 ? [sayFound(sought)] : []), ...sought];
  const comparisons = { texts: new Set<string>(), numbers: new Set<number>(), isAll: step.check === undefined };
  const all = candidates({ step, comparisons, dimensions: [], asked: new Set(), texts });
  for (const { answer } of all) if (passesCheck(funnel, journey, answer)) return answer;
  return null;
}
