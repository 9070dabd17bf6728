/** The funnel as an XState machine: one state for each step, named by its id, and a final one. */

import { emit, raise } from 'xstate';
import type { Answers, CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import {
  answersOnPath,
  begin,
  type Journey,
  limitOf,
  newGoals,
  noGoals,
  type VisitContext,
  withReported,
} from './journey.ts';
import { answerAgain, guardsOf, type Moment, passFrom } from './moment.ts';
import { setup } from './setup.ts';
import { addStates, finished } from './states.ts';
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
  const machine = setup({
    types: visitTypes,
    guards: guardsOf(funnel),
    actions: {
      ...changesOf(funnel),
      answerAgain: raise(({ context }) => ({ type: 'ANSWER', value: answerAgain(funnel, context.journey)! })),
    },
  }).createMachine({
    id: funnel.id,
    context: ({ input }) => ({
      journey: begin(funnel, input, limitOf(funnel, input)),
      reported: noGoals(funnel),
    }),
    initial: funnel.steps[0]!.id as typeof finished,
    states: { [finished]: funnel.goals.finish === undefined ? { type: 'final' } : { type: 'final', entry: 'report' } },
    on: {
      ANSWER: { guard: 'acceptsLast', target: `.${finished}`, actions: ['report', 'pass'] },
      NEXT: [
        { guard: 'passesLast', target: `.${finished}`, actions: ['report', 'pass'] },
        { guard: 'answered', actions: 'answerAgain' },
      ],
    },
    output: ({ context }) => outputOf(funnel, context.journey),
  });
  addStates(machine, funnel);
  return machine;
}

function changesOf(funnel: CompiledFunnel) {
  const goTo = (next: (moment: Moment) => Journey) =>
    changeContext((moment) => ({ journey: next(moment), reported: moment.context.reported }));
  return {
    pass: goTo((moment) => passFrom(funnel, moment)),
    skip: goTo(({ context }) => skip(context.journey)),
    goBack: goTo(({ context }) => goBack(funnel, context.journey)),
    retreat: goTo(({ context }) => retreat(context.journey)),
    report: changeContext(
      ({ context: { journey, reported } }, goals) => ({ journey, reported: withReported(funnel, reported, goals) }),
      ({ context }) => newGoals(funnel, context),
    ),
  };
}

/**
 * An action like XState's `assign`, but that the snapshot is only copied: `assign` also works out again in which state
 * the machine is, which takes as long as all else that it does. Goals are emitted after it.
 */
function changeContext(
  change: (moment: Moment, goals: readonly string[]) => VisitContext,
  goalsOf?: (moment: Moment) => readonly string[],
) {
  return Object.assign(() => {}, {
    resolve(_scope: unknown, snapshot: { readonly context: VisitContext }, moment: Moment) {
      const goals = goalsOf?.(moment) ?? [];
      const emitted = goals.map((goal) => emit({ type: 'goal', goal }));
      return [{ ...snapshot, context: change(moment, goals) }, undefined, emitted];
    },
  });
}

function outputOf(funnel: CompiledFunnel, journey: Journey): VisitOutput {
  return {
    answers: answersOnPath(funnel, journey),
    outcome: outcomeOf(funnel, journey),
    counter: journey.counter,
  };
}
