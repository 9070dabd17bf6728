/** A visit without a machine: what `createFunnelMachine` does, as a function, many times faster. Both walk with walk.ts. */

import type { CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import { checkAnswer, isQuestion } from './answer.ts';
import { newGoals, noGoals, withReported } from './goals.ts';
import { begin, limitOf, type Journey, type VisitContext } from './journey.ts';
import { answerAgain, passFrom } from './moment.ts';
import { goBack, isHidden, isPassedOver, retreat, skip } from './walk.ts';

/** Where an event leads. */
export interface Taken {
  readonly context: VisitContext;
  /** The goals that it reaches, those of the step it leaves first. */
  readonly goals: readonly string[];
}

/** A new visit at its first screen; one that shows nobody anything is finished at once. */
export function beginVisit(funnel: CompiledFunnel, input: VisitInput): Taken {
  const journey = pastHidden(funnel, begin(funnel, input, limitOf(funnel, input)));
  return arrive(funnel, { context: { journey, reported: noGoals(funnel) }, goals: [] });
}

/** What the funnel makes of an event; null where it does not take it. */
export function takeEvent(funnel: CompiledFunnel, context: VisitContext, event: VisitEvent): Taken | null {
  const { journey } = context;
  const step = funnel.steps[journey.at];
  if (!step) return null;
  switch (event.type) {
    case 'ANSWER':
      return isQuestion(step) && checkAnswer(step, event.value) === null ? passed(funnel, context, event) : null;
    case 'NEXT': {
      if (!isQuestion(step)) return passed(funnel, context, event);
      const value = answerAgain(funnel, journey);
      return value === undefined ? null : passed(funnel, context, { type: 'ANSWER', value });
    }
    case 'BACK':
      if (journey.trail.returnable === 0) return null;
      return { context: { journey: goneBack(funnel, journey), reported: context.reported }, goals: [] };
  }
}

function passed(funnel: CompiledFunnel, context: VisitContext, event: VisitEvent): Taken {
  const left = report(funnel, context);
  const journey = pastHidden(funnel, passFrom(funnel, { context, event }));
  return arrive(funnel, { context: { journey, reported: left.context.reported }, goals: left.goals });
}

/** Reports the goal of the finish where the visit has come to it. */
function arrive(funnel: CompiledFunnel, { context, goals }: Taken): Taken {
  if (context.journey.at < funnel.steps.length) return { context, goals };
  const finished = report(funnel, context);
  return { context: finished.context, goals: [...goals, ...finished.goals] };
}

function report(funnel: CompiledFunnel, context: VisitContext): Taken {
  const goals = newGoals(funnel, context);
  if (!goals.length) return { context, goals };
  return { context: { journey: context.journey, reported: withReported(funnel, context.reported, goals) }, goals };
}

function pastHidden(funnel: CompiledFunnel, from: Journey): Journey {
  let journey = from;
  while (isHidden(funnel, journey)) journey = skip(journey);
  return journey;
}

function goneBack(funnel: CompiledFunnel, from: Journey): Journey {
  let journey = goBack(funnel, from);
  while (isPassedOver(funnel, journey)) journey = retreat(journey);
  return journey;
}
