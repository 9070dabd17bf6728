import type { Remaining } from '../explore/measure-visits.ts';
import type { FlowStep } from '../flow.ts';
import { known } from './compile-step.ts';
import { waysOn } from './ways.ts';

/**
 * For every step the fewest and the most steps that can still be shown after it, as if every condition could go either
 * way: what is known of a funnel that has too many states to explore. Every way leads forward, so one pass from the end
 * knows all that comes later.
 */
export function countRemaining(steps: readonly FlowStep[]): readonly Remaining[] {
  const end: Remaining = { fewest: 0, most: 0 };
  const after: Remaining[] = Array.from({ length: steps.length });
  /** From arriving at a step, the step itself included if it is shown. */
  const arriving = new Map<string | null, Remaining>([[null, end]]);
  let below = end;
  let belowId: string | null = null;
  for (const step of steps.toReversed()) {
    const targets = waysOn(step, () => 0, belowId).flatMap(({ to }) => to);
    const ways = targets.map((to) => arriving.get(to) ?? end);
    const own = {
      fewest: ways.reduce((least, way) => Math.min(least, way.fewest), Infinity),
      most: ways.reduce((most, way) => Math.max(most, way.most), 0),
    };
    after[step.index] = own;
    const shown = { fewest: own.fewest + 1, most: own.most + 1 };
    below =
      step.value.show_if === undefined
        ? shown
        : { fewest: Math.min(shown.fewest, below.fewest), most: Math.max(shown.most, below.most) };
    belowId = known(step.id);
    arriving.set(belowId, below);
  }
  return after;
}
