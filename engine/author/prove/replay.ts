import type { Answer, CompiledFunnel, CompiledStep } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { begin, type Journey } from '../../run/journey.ts';
import { isHidden, outcomeOf, pass, skip } from '../../run/walk.ts';
import type { Moment } from '../explore/conditions-in-use.ts';
import { candidates } from '../explore/candidates.ts';
import { notCompared } from '../explore/comparisons.ts';

/** Where a visit that is played stops, if it doesn't finish before; `after` a step: at the next one that is shown. */
export interface Stop {
  readonly at: number;
  readonly moment: Moment | 'after';
}

/** A whole visit with the outcome that it gets, if it gets one. */
export function withOutcome(funnel: CompiledFunnel, visit: ExampleVisit): ExampleVisit {
  return play(funnel, visit);
}

/**
 * Plays the beginning of a visit, or what matters of one, on the real ways; what it doesn't say is answered anyhow. It ends
 * with the step at which it stops, if that is shown, or with an outcome.
 */
export function play(funnel: CompiledFunnel, visit: ExampleVisit, stop?: Stop): ExampleVisit {
  const { variants, query } = visit;
  const said = new Map(visit.steps.map(({ step, answer }) => [step, answer]));
  const passed: { step: string; answer?: Answer }[] = [];
  const stopped = walk(funnel, visit, {
    stops: (journey) => stop !== undefined && isAt(funnel, journey, stop),
    answerTo(step) {
      const answer = said.has(step.id) ? said.get(step.id) : anyAnswerTo(step);
      passed.push({ step: step.id, ...(answer !== undefined && { answer }) });
      return answer;
    },
  });
  const standing = stop?.moment === 'shown' || stop?.moment === 'after' ? funnel.steps[stopped.at] : undefined;
  if (standing) passed.push({ step: standing.id });
  const outcome = stopped.at === funnel.steps.length ? outcomeOf(funnel, stopped) : '';
  return {
    ...(variants && { variants }),
    ...(query && { query }),
    steps: passed,
    ...(outcome !== '' && { outcome }),
  };
}

export interface WalkInput {
  readonly stops?: (journey: Journey) => boolean;
  readonly answerTo: (step: CompiledStep) => Answer | undefined;
  /** Told of each step that is left, and where the visit is then. */
  readonly onPassed?: (step: CompiledStep, journey: Journey) => void;
}

/** A visit from the first step to where it stops. */
export function walk(
  funnel: CompiledFunnel,
  { variants = {}, query = {} }: Pick<ExampleVisit, 'variants' | 'query'>,
  { stops = () => false, answerTo, onPassed }: WalkInput,
): Journey {
  let journey = begin(funnel, { variants, query });
  for (let step = funnel.steps[journey.at]; step && !stops(journey); step = funnel.steps[journey.at]) {
    if (isHidden(funnel, journey)) {
      journey = skip(journey);
      continue;
    }
    journey = pass(funnel, journey, answerTo(step));
    onPassed?.(step, journey);
  }
  return journey;
}

function isAt(funnel: CompiledFunnel, journey: Journey, { at, moment }: Stop): boolean {
  switch (moment) {
    case 'arriving':
      return journey.at >= at;
    case 'shown':
      return journey.at >= at && !isHidden(funnel, journey);
    case 'leaving':
      return journey.at > at;
    case 'after':
      return journey.at > at && !isHidden(funnel, journey);
  }
}

function anyAnswerTo(step: CompiledStep): Answer | undefined {
  const texts = ['a', 'a@b.co'];
  const [first] = candidates({ step, comparisons: notCompared, dimensions: [], asked: new Set(), texts });
  return first?.answer;
}
