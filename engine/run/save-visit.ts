/** Leaving a visit, to be taken up again. */

import type { Answer, CompiledFunnel, SavedVisit } from '../model.ts';
import { indexOf } from './funnel-index.ts';
import { lastAnswer, type Journey, type VisitContext } from './journey.ts';
import { isPassedOver, retreat } from './walk.ts';

/** All that is needed to take the visit up again. A finished one is saved as it was on its last step. */
export function saveVisit(funnel: CompiledFunnel, snapshot: { readonly context: VisitContext }): SavedVisit {
  const { journey: last, reported } = snapshot.context;
  const journey = reopened(funnel, last);
  const { fields } = indexOf(funnel);
  const answers = [...fields].map(([field, at]) => [field, lastAnswer(journey, at)] as const);
  return {
    version: funnel.version,
    at: funnel.steps[journey.at]?.id ?? '',
    answers: Object.fromEntries(answers.filter((entry): entry is [string, Answer] => entry[1] !== undefined)),
    counter: journey.counter,
    goals: reported,
  };
}

/** A finished visit on the last step that Back can return to. */
function reopened(funnel: CompiledFunnel, finished: Journey): Journey {
  let journey = finished;
  while (journey.at >= funnel.steps.length || isPassedOver(funnel, journey)) {
    if (journey.trail.step < 0) break;
    const { hidden, step } = journey.trail;
    const undone = !hidden && funnel.steps[step]!.counts ? 1 : 0;
    journey = { ...retreat(journey), counter: journey.counter - undone };
  }
  return journey;
}
