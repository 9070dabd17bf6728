import type { Dimension } from '../../model.ts';
import type { FlowOption, FlowStep } from '../flow.ts';
import { known, scoresOf } from './compile-step.ts';
import { waysOn, type Totals } from './ways.ts';

/**
 * The lowest and highest total of a dimension that any path through the funnel can reach, as if every condition could go
 * either way: for funnels that have too many states to explore. One pass from the end, with the worst and best choice for
 * each way on.
 */
export function scoreRange(name: string, steps: readonly FlowStep[]): Dimension {
  const end: Totals = { least: 0, most: 0 };
  const arriving = new Map<string | null, Totals>([[null, end]]);
  let below = end;
  let belowId: string | null = null;
  for (const step of steps.toReversed()) {
    const ways = waysOn(step, (option) => pointsOn(name, option), belowId);
    const totals = ways.flatMap((way) =>
      way.to.map((to) => {
        const rest = known(arriving.get(to));
        return { least: way.least + rest.least, most: way.most + rest.most };
      }),
    );
    const shown = widest(totals);
    below = step.value.show_if === undefined ? shown : widest([shown, below]);
    belowId = known(step.id);
    arriving.set(belowId, below);
  }
  return { name, ...below };
}

function widest(totals: readonly Totals[]): Totals {
  let [least, most] = [Infinity, -Infinity];
  for (const total of totals) {
    least = Math.min(least, total.least);
    most = Math.max(most, total.most);
  }
  return { least, most };
}

function pointsOn(dimension: string, option: FlowOption): number {
  const scores = scoresOf(option);
  return Object.hasOwn(scores, dimension) ? (scores[dimension] ?? 0) : 0;
}
