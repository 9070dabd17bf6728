/** What happened in a visit, so that it can be played again: on another machine, on another day, always the same. */

import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import type { CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import { createFunnelMachine } from './machine.ts';

export interface VisitLog {
  /** Id of the funnel. */
  readonly funnel: string;
  /** Of the funnel that the visit ran on. */
  readonly version: string;
  readonly input: VisitInput;
  /** Those that the funnel took, in order. */
  readonly events: readonly VisitEvent[];
}

/** Where a visit is: what `toScreen` shows. */
export type VisitSnapshot = SnapshotFrom<ReturnType<typeof createFunnelMachine>>;

/**
 * The snapshots of a visit: before its first event, then after each one. It ends before the first event that the funnel
 * does not take, so that it is shorter than the log where the visit ran on a version that was different.
 */
export function replayVisit(
  funnel: CompiledFunnel,
  { input, events }: Pick<VisitLog, 'input' | 'events'>,
): readonly VisitSnapshot[] {
  const machine = createFunnelMachine(funnel);
  let [snapshot] = initialTransition(machine, input);
  const snapshots = [snapshot];
  for (const event of events) {
    const [next] = transition(machine, snapshot, event);
    if (next.context.journey === snapshot.context.journey) break;
    snapshots.push((snapshot = next));
  }
  return snapshots;
}
