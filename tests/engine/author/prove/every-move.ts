import { initialTransition, transition } from 'xstate';
import type { Answer, CompiledFunnel, VisitEvent, VisitInput } from '../../../../engine/model.ts';
import { before, type Journey } from '../../../../engine/run/journey.ts';
import { createFunnelMachine } from '../../../../engine/run/machine.ts';
import { holds } from '../../../../engine/run/walk.ts';

/** What happens on the real machine from one step on the screen to the next, or to the finish. */
export interface Move {
  /** The step that was left and what was answered there; nothing at the beginning of a visit. */
  readonly from: { readonly at: number; readonly answer: Answer | undefined; readonly edge: number } | null;
  /** Indexes of the steps that were come to and not shown. */
  readonly hidden: readonly number[];
  /** Index of the step that is shown now; the number of steps at the finish. */
  readonly to: number;
  /** How many steps were shown and left. */
  readonly passed: number;
  readonly journey: Journey;
  /** At the finish. */
  readonly outcome: string | undefined;
}

/**
 * Makes the moves of visits, one event at a time. `again`: so many times each is gone back over and made again, where
 * Back leads to where it was made.
 */
export function movesOf(funnel: CompiledFunnel, again = 0) {
  const machine = createFunnelMachine(funnel);
  type Snapshot = ReturnType<typeof transition<typeof machine>>[0];

  function begin(input: VisitInput): { snapshot: Snapshot; move: Move } {
    const [snapshot] = initialTransition(machine, input);
    return { snapshot, move: moveTo(snapshot, null) };
  }

  function send(last: Snapshot, event: VisitEvent): { snapshot: Snapshot; move: Move } {
    let [snapshot] = transition(machine, last, event);
    const { at } = last.context.journey;
    for (let times = 0; times < again && snapshot.status === 'active'; times++) {
      const [back] = transition(machine, snapshot, { type: 'BACK' });
      if (back.context.journey.at !== at) break; // over a loader
      [snapshot] = transition(machine, back, event);
    }
    if (snapshot.context.journey.trail.shown === last.context.journey.trail.shown)
      throw new Error(`${JSON.stringify(event)} does not leave ${funnel.steps[at]?.id}.`);
    const edge = edgeTaken(funnel, at, snapshot.context.journey);
    return { snapshot, move: moveTo(snapshot, { at, answer: 'value' in event ? event.value : undefined, edge }) };
  }

  function moveTo(snapshot: Snapshot, from: Move['from']): Move {
    const { journey } = snapshot.context;
    const hidden: number[] = [];
    let node = journey.trail;
    for (; node.hidden && node.step !== -1; node = node[before]!) hidden.unshift(node.step);
    const outcome = snapshot.status === 'done' ? snapshot.output.outcome : undefined;
    return { from, hidden, to: journey.at, passed: journey.trail.shown, journey, outcome };
  }

  return { begin, send };
}

/** No condition changes while steps are not shown, so what holds after a move held when its edge was chosen. */
function edgeTaken(funnel: CompiledFunnel, at: number, journey: Journey): number {
  return funnel.steps[at]!.next.findIndex(({ when }) => when === undefined || holds(funnel, journey, when));
}
