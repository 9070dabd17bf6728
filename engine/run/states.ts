/** The states of a funnel's machine: one for each step, named by its id. */

import type { CompiledFunnel, CompiledStep } from '../model.ts';
import { isQuestion } from './answer.ts';
import { indexOf, oncePerFunnel } from './funnel-index.ts';
import { below, isLeftOut } from './walk.ts';

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

/** A state for each step. */
export function statesOf(funnel: CompiledFunnel): Record<string, StepState> {
  return Object.fromEntries(funnel.steps.map(({ id }, at) => [id, stateOf(funnel, at)]));
}

/**
 * What a step's state does, as XState's configuration says it: plain JSON. Loaders, and steps that not every visitor sees,
 * are passed over by `always` transitions from neighbour to neighbour: there are only a few transitions for each edge.
 */
export function stateOf(funnel: CompiledFunnel, at: number): StepState {
  const step = funnel.steps[at]!;
  const { firstForAll, predecessors } = surroundingsOf(funnel);
  const reports = step.goal !== undefined || (at <= firstForAll && funnel.goals.start !== undefined);
  const forwards = forwardMoves(funnel, step, reports ? ['report', 'pass'] : 'pass');
  const on: StepState['on'] = isQuestion(step) ? { ANSWER: forwards } : { NEXT: forwards };
  if (predecessors[at]!.length) on.BACK = backMoves(funnel, predecessors[at]!);
  return isSkippable(step) ? { on, always: overMoves(funnel, at, predecessors[at]!) } : { on };
}

function isSkippable(step: CompiledStep): boolean {
  return step.showIf !== undefined || isLeftOut(step);
}

function forwardMoves(funnel: CompiledFunnel, step: CompiledStep, actions: Move['actions']): Moves {
  const targets = targetsOf(funnel, step);
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
  return [...back, { target: nameOf(funnel, below(funnel.steps, at)), guard: 'hidden', actions: 'skip' }];
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

interface Surroundings {
  /** Index of the first step that every visitor sees: none after it is a visit's first one. */
  readonly firstForAll: number;
  /** For each step, those that can come right before it on a visitor's path, shown or hidden. */
  readonly predecessors: readonly (readonly number[])[];
}

const surroundingsOf = oncePerFunnel((funnel): Surroundings => {
  const predecessors: number[][] = funnel.steps.map(() => []);
  funnel.steps.forEach((step, at) => {
    const targets = targetsOf(funnel, step);
    for (const to of targets) predecessors[to]?.push(at);
    const passed = below(funnel.steps, at);
    if (step.showIf !== undefined && !targets.includes(passed)) predecessors[passed]?.push(at);
  });
  const first = funnel.steps.findIndex((step) => step.showIf === undefined);
  return { firstForAll: first < 0 ? funnel.steps.length : first, predecessors };
});
