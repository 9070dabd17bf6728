/** The states of a funnel's machine: plain JSON with guards and actions by name, as XState and its tools read them. */

import type { CompiledFunnel, CompiledStep } from '../model.ts';
import { isQuestion } from './answer.ts';
import { indexOf } from './funnel-index.ts';

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
 * A state for each step, in the order of the file, and the final one. Loaders, and steps that not everybody sees, are
 * passed over by `always` transitions from neighbour to neighbour: there are only a few transitions for each edge.
 */
export function statesOf(funnel: CompiledFunnel): Record<string, StepState | FinalState> {
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
  return step.showIf !== undefined || step.type === 'loader';
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
