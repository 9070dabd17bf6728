/** The funnel as an XState machine: one state for each step, named by its id, and a final one. */

import { rulesOf } from './steps/index.ts';
import { assign, enqueueActions, raise, setup } from 'xstate';
import type { Answers, CompiledFunnel, CompiledStep, VisitEvent, VisitInput } from '../model.ts';
import { isQuestion } from './answer.ts';
import { indexOf } from './funnel-index.ts';
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
import { answerAgain, guardsOf, passFrom } from './moment.ts';
import { goBack, outcomeOf, retreat, skip } from './walk.ts';

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

/** Name of the final state. */
export const finished = 'finished';

/** A transition; `step` is the index of its target. */
interface Move {
  readonly target: string;
  readonly guard?:
    | 'accepts'
    | 'hidden'
    | {
        readonly type: 'acceptsInto' | 'leadsTo' | 'cameFrom' | 'passesOverTo';
        readonly params: { readonly step: number };
      };
  readonly actions: 'pass' | 'skip' | 'goBack' | 'retreat' | readonly ['report', 'pass'];
}

type Moves = Move | readonly Move[];

interface StepState {
  readonly on: { ANSWER?: Moves; NEXT?: Moves; BACK?: Moves };
  readonly always?: Moves;
}

/** The final state; its entry reports the goal of the finish. */
interface FinalState {
  readonly type: 'final';
  readonly entry?: 'report';
}

/**
 * A state for each step, in the order of the file, and the final one. Loaders, and steps that not every visitor sees, are
 * passed over by `always` transitions from neighbour to neighbour: there are only a few transitions for each edge.
 */
function statesOf(funnel: CompiledFunnel): Record<string, StepState | FinalState> {
  const targets = funnel.steps.map((step) => targetsOf(funnel, step));
  const predecessors = predecessorsOf(funnel, targets);
  const states: Record<string, StepState | FinalState> = {};
  let mayBeFirst = true;
  funnel.steps.forEach((step, at) => {
    const reports = step.goal !== undefined || (mayBeFirst && funnel.goals.start !== undefined);
    const forwards = forwardMoves(funnel, step, {
      targets: targets[at]!,
      actions: reports ? ['report', 'pass'] : 'pass',
    });
    const on: StepState['on'] = isQuestion(step) ? { ANSWER: forwards } : { NEXT: forwards };
    if (predecessors[at]!.length) on.BACK = backMoves(funnel, predecessors[at]!);
    states[step.id] = isSkippable(step) ? { on, always: overMoves(funnel, at, predecessors[at]!) } : { on };
    mayBeFirst &&= step.showIf !== undefined;
  });
  states[finished] = funnel.goals.finish === undefined ? { type: 'final' } : { type: 'final', entry: 'report' };
  return states;
}

function isSkippable(step: CompiledStep): boolean {
  return step.showIf !== undefined || rulesOf(step).isPassedOver;
}

function forwardMoves(
  funnel: CompiledFunnel,
  step: CompiledStep,
  { targets, actions }: { targets: readonly number[]; actions: Move['actions'] },
): Moves {
  const asks = isQuestion(step);
  if (targets.length === 1 && (asks || !step.counts)) {
    const target = nameOf(funnel, targets[0]!);
    return asks ? { target, guard: 'accepts', actions } : { target, actions };
  }
  const type = asks ? 'acceptsInto' : 'leadsTo';
  return targets.map((to) => ({ target: nameOf(funnel, to), guard: { type, params: { step: to } }, actions }));
}

function backMoves(funnel: CompiledFunnel, predecessors: readonly number[]): Moves {
  const only = predecessors.length === 1 && funnel.steps[predecessors[0]!]!;
  if (only && !isSkippable(only)) return { target: only.id, actions: 'goBack' };
  return predecessors.map((from) => backMove(funnel, from, { type: 'cameFrom', actions: 'goBack' }));
}

function overMoves(funnel: CompiledFunnel, at: number, predecessors: readonly number[]): Moves {
  const back = predecessors.map((from) => backMove(funnel, from, { type: 'passesOverTo', actions: 'retreat' }));
  if (funnel.steps[at]!.showIf === undefined) return back;
  return [...back, { target: nameOf(funnel, at + 1), guard: 'hidden', actions: 'skip' }];
}

function backMove(
  funnel: CompiledFunnel,
  step: number,
  { type, actions }: { type: 'cameFrom' | 'passesOverTo'; actions: Move['actions'] },
): Move {
  return { target: nameOf(funnel, step), guard: { type, params: { step } }, actions };
}

function nameOf(funnel: CompiledFunnel, step: number): string {
  return funnel.steps[step]?.id ?? finished;
}

/** Where a step leads when it is shown, each place once. */
function targetsOf(funnel: CompiledFunnel, { next }: CompiledStep): readonly number[] {
  const { steps } = indexOf(funnel);
  const targets = next.map(({ to }) => steps.get(to ?? '') ?? funnel.steps.length);
  return targets.length > 1 ? [...new Set(targets)] : targets;
}

/** For each step, those that can come right before it on a visitor's path, shown or hidden. */
function predecessorsOf(
  funnel: CompiledFunnel,
  targets: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const predecessors: number[][] = funnel.steps.map(() => []);
  funnel.steps.forEach((step, at) => {
    for (const to of targets[at]!) predecessors[to]?.push(at);
    if (step.showIf !== undefined && !targets[at]!.includes(at + 1)) predecessors[at + 1]?.push(at);
  });
  return predecessors;
}
