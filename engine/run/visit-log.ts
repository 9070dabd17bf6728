/** What happened in a visit, so that it can be played again: on another machine, on another day, always the same. */

import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import type { CompiledFunnel, SavedVisit, VisitEvent, VisitInput } from '../model.ts';
import { createFunnelMachine } from './machine.ts';
import { resumeVisit } from './resume-visit.ts';

export interface VisitLog {
  /** Id of the funnel. */
  readonly funnel: string;
  /** Of the funnel that the visit ran on. */
  readonly version: string;
  readonly input: VisitInput;
  /** Where the visit was when the log begins, unless it was new. */
  readonly saved?: SavedVisit;
  /** Those that the funnel took, in order. */
  readonly events: readonly VisitEvent[];
  /** When each of them was, where that is known: whole milliseconds since the log began. */
  readonly times?: readonly number[];
}

/** Where a visit is: what `toScreen` shows. */
export type VisitSnapshot = SnapshotFrom<ReturnType<typeof createFunnelMachine>>;

/**
 * The snapshots of a visit: before its first event, then after each one. It ends before the first event that the funnel
 * does not take, so that it is shorter than the log where the visit ran on a version that was different.
 */
export function replayVisit(
  funnel: CompiledFunnel,
  { input, saved, events }: Pick<VisitLog, 'input' | 'saved' | 'events'>,
): readonly VisitSnapshot[] {
  const machine = createFunnelMachine(funnel);
  let snapshot = saved ? resumeVisit(machine, funnel, saved, input) : initialTransition(machine, input)[0];
  const snapshots = [snapshot];
  for (const event of events) {
    const [next] = transition(machine, snapshot, event);
    if (next.context.journey === snapshot.context.journey) break;
    snapshots.push((snapshot = next));
  }
  return snapshots;
}
