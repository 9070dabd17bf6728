/** What an event means where the visitor is: the guards of the machine, and what its actions are made of. */

import type { Answer, CompiledFunnel, VisitEvent } from '../model.ts';
import { checkAnswer, isOptional, isQuestion, noAnswer, tidyAnswer } from './answer.ts';
import { type Journey, lastAnswer, type VisitContext } from './journey.ts';
import { rulesOf } from './steps/index.ts';
import { counterAfter, isHidden, isPassedOver, pass } from './walk.ts';

/** An event at a place of a visit, as guards and actions get it. */
export interface TransitionArgs {
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
  const accepts = ({ context, event }: TransitionArgs) => {
    const step = funnel.steps[context.journey.at];
    return (
      step !== undefined &&
      event.type === 'ANSWER' &&
      checkAnswer(step, event.value, context.journey.input.today) === null &&
      !rulesOf(step).refuses?.(funnel, context.journey, event.value)
    );
  };
  /** Whether passing the step brings the counter to the limit (specification, section 4). */
  const isLast = (journey: Journey) =>
    funnel.steps[journey.at]?.counts === true && counterAfter(funnel, journey) >= journey.limit;
  const asks = ({ at }: Journey) => isQuestion(funnel.steps[at]!);
  const leadsTo = (moment: TransitionArgs, { step }: Target) => passFrom(funnel, moment).at === step;
  return {
    accepts: (moment: TransitionArgs) => accepts(moment) && !isLast(moment.context.journey),
    acceptsInto: (moment: TransitionArgs, target: Target) => accepts(moment) && leadsTo(moment, target),
    acceptsLast: (moment: TransitionArgs) => accepts(moment) && isLast(moment.context.journey),
    leadsTo,
    passesLast: ({ context }: TransitionArgs) => isLast(context.journey) && !asks(context.journey),
    answered: ({ context }: TransitionArgs) => answerAgain(funnel, context.journey) !== undefined,
    hidden: ({ context }: TransitionArgs) => isHidden(funnel, context.journey),
    cameFrom,
    passesOverTo: (moment: TransitionArgs, target: Target) =>
      isPassedOver(funnel, moment.context.journey) && cameFrom(moment, target),
  };
}

/** Whether Back leads there. At the head of a visit it leads nowhere: there may be only what it passes over. */
function cameFrom({ context: { journey } }: TransitionArgs, { step }: Target): boolean {
  return journey.trail.step === step && journey.trail.returnable > 0;
}

/** Past the step on the screen, by ANSWER or NEXT. */
export function passFrom(funnel: CompiledFunnel, { context, event }: TransitionArgs): Journey {
  const step = funnel.steps[context.journey.at]!;
  return pass(funnel, context.journey, event.type === 'ANSWER' ? tidyAnswer(step, event.value) : undefined);
}

/** What going on without a new answer means on a question: the draft, or nothing where nothing is needed. */
export function answerAgain(funnel: CompiledFunnel, journey: Journey): Answer | undefined {
  const step = funnel.steps[journey.at];
  if (!step || !isQuestion(step)) return undefined;
  return lastAnswer(journey, journey.at) ?? (isOptional(step) ? noAnswer(step) : undefined);
}
