/** The funnel as an XState machine: one state for each step, named by its id, and a final one. */

import { assign, enqueueActions, raise, setup } from 'xstate';
import type { Answers, CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import { newGoals, noGoals, withReported } from './goals.ts';
import { answersOnPath, begin, limitOf, type Journey, type VisitContext } from './journey.ts';
import { answerAgain, guardsOf, passFrom } from './moment.ts';
import { finished, statesOf } from './states.ts';
import { goBack, outcomeOf, retreat, skip } from './walk.ts';

/** What the machine tells its listeners: `actor.on('goal', …)`. */
export interface GoalReached {
  readonly type: 'goal';
  readonly goal: string;
}

/** What a finished visit comes to. */
export interface VisitOutput {
  readonly answers: Answers;
  /** Id of the outcome. */
  readonly outcome: string;
  readonly counter: number;
}

/** Nothing at run time; the types that XState infers a machine's from. */
const visitTypes = {} as {
  context: VisitContext;
  input: VisitInput;
  events: VisitEvent;
  emitted: GoalReached;
  output: VisitOutput;
};

/**
 * The machine of a funnel. ANSWER takes a valid answer and goes on at once; NEXT leaves a step that asks nothing, or
 * one that has an answer already or needs none; BACK returns along the visitor's path. Other events change nothing.
 */
export function createFunnelMachine(funnel: CompiledFunnel) {
  return setup({
    types: visitTypes,
    guards: guardsOf(funnel),
    actions: {
      pass: assign((moment) => ({ journey: passFrom(funnel, moment) })),
      skip: assign(({ context }) => ({ journey: skip(context.journey) })),
      goBack: assign(({ context }) => ({ journey: goBack(funnel, context.journey) })),
      retreat: assign(({ context }) => ({ journey: retreat(context.journey) })),
      answerAgain: raise(({ context }) => ({ type: 'ANSWER', value: answerAgain(funnel, context.journey)! })),
      report: enqueueActions(({ context, enqueue }) => {
        const goals = newGoals(funnel, context);
        enqueue.assign({ reported: withReported(funnel, context.reported, goals) });
        for (const goal of goals) enqueue.emit({ type: 'goal', goal });
      }),
    },
  }).createMachine({
    id: funnel.id,
    context: ({ input }) => ({
      journey: begin(funnel, input, limitOf(funnel, input)),
      reported: noGoals(funnel),
    }),
    initial: funnel.steps[0]!.id,
    states: statesOf(funnel),
    on: {
      ANSWER: { guard: 'acceptsLast', target: `.${finished}`, actions: ['report', 'pass'] },
      NEXT: [
        { guard: 'passesLast', target: `.${finished}`, actions: ['report', 'pass'] },
        { guard: 'answered', actions: 'answerAgain' },
      ],
    },
    output: ({ context }) => outputOf(funnel, context.journey),
  });
}

function outputOf(funnel: CompiledFunnel, journey: Journey): VisitOutput {
  return {
    answers: answersOnPath(funnel, journey),
    outcome: outcomeOf(funnel, journey),
    counter: journey.counter,
  };
}
