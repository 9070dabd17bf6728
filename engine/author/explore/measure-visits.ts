import type { Exploration } from './explore-funnel.ts';
import type { Range, VisitState } from './visit-state.ts';

/** The fewest and the most steps that can still be shown. */
export interface Remaining {
  readonly fewest: number;
  readonly most: number;
}

/** For every step the fewest and the most steps that can still be shown after it; nothing for a step that nobody sees. */
export function measureRemaining({ states }: Exploration, steps: number): readonly (Remaining | undefined)[] {
  const after = fromTheEnd(states, ({ isShown }) => (isShown ? one : none));
  const remaining: (Range | undefined)[] = Array.from({ length: steps });
  for (const { index, at, isShown } of states) {
    const here = after[index];
    if (isShown && here) remaining[at] = widest(remaining[at] ?? here, here);
  }
  return remaining.map((range) => range && { fewest: range.least - 1, most: range.most - 1 });
}

/** The lowest and the highest total of a dimension that a visit can end with. */
export function measureTotal({ states }: Exploration, dimension: string): Range {
  const totals = fromTheEnd(states, (_, { by }) => (by.kind === 'passed' ? (by.points.get(dimension) ?? none) : none));
  const { least, most } = totals[0] ?? none;
  return { least: tidy(least), most: tidy(most) };
}

/** Without what adding decimals leaves. */
function tidy(total: number): number {
  return Number(total.toPrecision(12)) + 0;
}

const none: Range = { least: 0, most: 0 };
const one: Range = { least: 1, most: 1 };

/** For each state the least and the most that any visit comes to from there, by what each way is worth. */
function fromTheEnd(
  states: readonly VisitState[],
  worth: (state: VisitState, way: VisitState['ways'][number]) => Range,
): readonly Range[] {
  const sums: Range[] = Array.from({ length: states.length }, () => none);
  for (const state of states.toReversed()) {
    let sum: Range | undefined;
    for (const way of state.ways) {
      const own = worth(state, way);
      const rest = sums[way.to.index]!;
      const here = { least: own.least + rest.least, most: own.most + rest.most };
      sum = sum ? widest(sum, here) : here;
    }
    sums[state.index] = sum ?? none;
  }
  return sums;
}

function widest(range: Range, other: Range): Range {
  return { least: Math.min(range.least, other.least), most: Math.max(range.most, other.most) };
}
