/** What an event means where the visitor is: the guards of the machine, and what its actions are made of. */

import type { Answer, CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import { checkAnswer, isOptional, isQuestion, noAnswer, tidyAnswer } from './answer.ts';
import {
  begin,
  type Journey,
  lastAnswer,
  limitOf,
  newGoals,
  noGoals,
  type VisitContext,
  withReported,
} from './journey.ts';
import { counterAfter, goneBack, isHidden, isPassedOver, pass, toShown } from './walk.ts';

/** An event at a place of a visit, as guards and actions get it. */
export interface Moment {
  readonly context: VisitContext;
  readonly event: VisitEvent;
}

/** Where a transition leads. */
interface Target {
  /** Index of a step; the number of steps is the finish. */
  readonly step: number;
}

/** The guards of a funnel's machine. */
export function guardsOf(funnel: CompiledFunnel) {
  const accepts = ({ context, event }: Moment) => {
    const step = funnel.steps[context.journey.at];
    return (
      step !== undefined &&
      event.type === 'ANSWER' &&
      checkAnswer(step, event.value, context.journey.input.today) === null
    );
  };
  /** Whether passing the step brings the counter to the limit (specification, section 4). */
  const isLast = (journey: Journey) =>
    funnel.steps[journey.at]?.counts === true && counterAfter(funnel, journey) >= journey.limit;
  const asks = ({ at }: Journey) => isQuestion(funnel.steps[at]!);
  const leadsTo = (moment: Moment, { step }: Target) => passFrom(funnel, moment).at === step;
  return {
    accepts: (moment: Moment) => accepts(moment) && !isLast(moment.context.journey),
    acceptsInto: (moment: Moment, target: Target) => accepts(moment) && leadsTo(moment, target),
    acceptsLast: (moment: Moment) => accepts(moment) && isLast(moment.context.journey),
    leadsTo,
    passesLast: ({ context }: Moment) => isLast(context.journey) && !asks(context.journey),
    answered: ({ context }: Moment) => answerAgain(funnel, context.journey) !== undefined,
    hidden: ({ context }: Moment) => isHidden(funnel, context.journey),
    cameFrom,
    passesOverTo: (moment: Moment, target: Target) =>
      isPassedOver(funnel, moment.context.journey) && cameFrom(moment, target),
  };
}

/** Whether Back leads there. At the head of a visit it leads nowhere: there may be only what it passes over. */
function cameFrom({ context: { journey } }: Moment, { step }: Target): boolean {
  return journey.trail.step === step && journey.trail.returnable > 0;
}

/** Past the step on the screen, by ANSWER or NEXT. */
export function passFrom(funnel: CompiledFunnel, { context, event }: Moment): Journey {
  const step = funnel.steps[context.journey.at]!;
  return pass(funnel, context.journey, event.type === 'ANSWER' ? tidyAnswer(step, event.value) : undefined);
}

/** What going on without a new answer means on a question: the draft, or nothing where nothing is needed. */
export function answerAgain(funnel: CompiledFunnel, journey: Journey): Answer | undefined {
  const step = funnel.steps[journey.at];
  if (!step || !isQuestion(step)) return undefined;
  return lastAnswer(journey, journey.at) ?? (isOptional(step) ? noAnswer(step) : undefined);
}

/** Where an event leads. */
interface Accepted {
  readonly context: VisitContext;
  /** The goals that it reaches, those of the step it leaves first. */
  readonly goals: readonly string[];
}

/** A new visit at its first screen; one without any screen is finished at once. */
export function beginVisit(funnel: CompiledFunnel, input: VisitInput): Accepted {
  const journey = toShown(funnel, begin(funnel, input, limitOf(funnel, input)));
  return arrive(funnel, { context: { journey, reported: noGoals(funnel) }, goals: [] });
}

/** What the funnel makes of an event; null where it does not take it. */
export function acceptEvent(funnel: CompiledFunnel, context: VisitContext, event: VisitEvent): Accepted | null {
  const { journey } = context;
  const step = funnel.steps[journey.at];
  if (!step) return null;
  switch (event.type) {
    case 'ANSWER':
      return isQuestion(step) && checkAnswer(step, event.value, journey.input.today) === null
        ? passed(funnel, context, event)
        : null;
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

function passed(funnel: CompiledFunnel, context: VisitContext, event: VisitEvent): Accepted {
  const left = report(funnel, context);
  const journey = toShown(funnel, passFrom(funnel, { context, event }));
  return arrive(funnel, { context: { journey, reported: left.context.reported }, goals: left.goals });
}

/** Reports the goal of the finish where the visit has come to it. */
function arrive(funnel: CompiledFunnel, { context, goals }: Accepted): Accepted {
  if (context.journey.at < funnel.steps.length) return { context, goals };
  const finished = report(funnel, context);
  return { context: finished.context, goals: [...goals, ...finished.goals] };
}

function report(funnel: CompiledFunnel, context: VisitContext): Accepted {
  const goals = newGoals(funnel, context);
  if (!goals.length) return { context, goals };
  return { context: { journey: context.journey, reported: withReported(funnel, context.reported, goals) }, goals };
}
