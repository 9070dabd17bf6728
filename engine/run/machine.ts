/** The funnel as an XState machine: one state for each step, named by its id, and a final one. */

import { assign, enqueueActions, raise, setup, type SnapshotFrom, transition } from 'xstate';
import type { Answers, CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import { answersOnPath, begin, type Journey, limitOf, newGoals, type VisitContext } from './journey.ts';
import { answerAgain, guardsOf, passFrom } from './guards.ts';
import { finished, statesOf } from './states.ts';
import { goBack, outcomeOf, retreat, skip } from './walk.ts';

export { finished };

/** What the machine emits to its listeners: `actor.on('goal', …)`. */
interface GoalReached {
  readonly type: 'goal';
  readonly goal: string;
}

/** What a finished visit comes to. */
interface VisitOutput {
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
      pass: assign(({ context, event }) => ({ journey: passFrom(funnel, { context, event }) })),
      skip: assign(({ context }) => ({ journey: skip(funnel, context.journey) })),
      goBack: assign(({ context }) => ({ journey: goBack(funnel, context.journey) })),
      retreat: assign(({ context }) => ({ journey: retreat(context.journey) })),
      report: enqueueActions(({ context, enqueue }) => {
        const goals = newGoals(funnel, context);
        if (goals.length === 0) return;
        enqueue.assign({ reported: [...context.reported, ...goals] });
        for (const goal of goals) enqueue.emit({ type: 'goal', goal });
      }),
      answerAgain: raise(({ context }) => ({ type: 'ANSWER', value: answerAgain(funnel, context.journey)! })),
    },
  }).createMachine({
    id: funnel.id,
    context: ({ input }) => ({
      journey: begin(funnel, input, limitOf(funnel, input)),
      reported: [],
    }),
    initial: funnel.steps[0]!.id,
    states: {
      ...statesOf(funnel),
      [finished]: funnel.goals.finish === undefined ? { type: 'final' } : { type: 'final', entry: 'report' },
    },
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

export type FunnelMachine = ReturnType<typeof createFunnelMachine>;
export type FunnelSnapshot = SnapshotFrom<FunnelMachine>;

/** Where an event leads, without an actor; null where the funnel does not take it. */
export function take(machine: FunnelMachine, snapshot: FunnelSnapshot, event: VisitEvent): FunnelSnapshot | null {
  const [next] = transition(machine, snapshot, event);
  return next.context.journey === snapshot.context.journey ? null : next;
}

function outputOf(funnel: CompiledFunnel, journey: Journey): VisitOutput {
  return {
    answers: answersOnPath(funnel, journey),
    outcome: outcomeOf(funnel, journey),
    counter: journey.counter,
  };
}
