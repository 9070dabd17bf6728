import { type Range, widest } from '../expression/value-range.ts';
import { candidates } from '../steps/index.ts';
import type { CompiledStep } from '../../model.ts';
import { below } from '../../run/walk.ts';
import { notCompared } from '../explore/comparisons.ts';
import type { Exploration } from '../explore/explore-funnel.ts';
import type { VisitState, VisitTransition } from '../explore/visit-state.ts';

/** The fewest and the most steps that can still be shown. */
export interface Remaining {
  readonly fewest: number;
  readonly most: number;
}

/** The fewest and the most steps that can still be shown after each step; nothing for a step that no visitor sees. */
export function measureRemaining(
  { states }: Exploration,
  steps: readonly CompiledStep[],
): readonly (Remaining | undefined)[] {
  const after = fromTheEnd(states, ({ at, isShown }) => (isShown ? screensOf(steps[at]!) : none));
  const remaining: (Range | undefined)[] = Array.from({ length: steps.length });
  for (const { index, at, isShown } of states) {
    const here = after[index];
    if (isShown && here) remaining[at] = widest(remaining[at] ?? here, here);
  }
  return remaining.map((range, at) => {
    const own = screensOf(steps[at]!).most;
    return range && { fewest: range.least - own, most: range.most - own };
  });
}

/** The lowest and the highest total of a dimension that a visit can end with. */
export function measureTotal({ states }: Exploration, dimension: string): Range {
  const totals = fromTheEnd(states, (_, { by }) => (by.kind === 'passed' ? (by.points.get(dimension) ?? none) : none));
  return tidy(totals[0] ?? none);
}

/** What `measureRemaining` says of each step, as if any visitor could take any branch. */
export function boundRemaining(steps: readonly CompiledStep[]): readonly Remaining[] {
  return alongAnyWay(steps, screensOf).after.map(({ least, most }) => ({ fewest: least, most }));
}

/** What `measureTotal` says, as if any visitor could take any branch. */
export function boundTotal(steps: readonly CompiledStep[], dimension: string): Range {
  const points = (step: CompiledStep): Range => {
    if (!('options' in step)) return none;
    const all = candidates({ step, comparisons: notCompared, dimensions: [dimension], asked: new Set(), texts: [] });
    return [...all].map((candidate) => candidate.points[0] ?? none).reduce(widest);
  };
  return tidy(alongAnyWay(steps, points).whole);
}

/** The least and the most that visits come to after each step, and in all, by what each step is worth. */
function alongAnyWay(steps: readonly CompiledStep[], worth: (step: CompiledStep) => Range) {
  const places = new Map<string | null, number>(steps.map(({ id }, at) => [id, at]));
  const after: Range[] = Array.from(steps, () => none);
  const from = [...after, none];
  for (const [at, step] of [...steps.entries()].toReversed()) {
    after[at] = step.next.map(({ to }) => from[places.get(to) ?? steps.length]!).reduce(widest);
    const shown = plus(worth(step), after[at]);
    from[at] = step.showIf === undefined ? shown : widest(shown, from[below(steps, at)]!);
  }
  return { after, whole: from[0]! };
}

/** How many screens a step is: the fields of a group stand on that of the group. */
function screensOf({ inGroup }: CompiledStep): Range {
  return inGroup ? none : one;
}

/** Without what adding decimals leaves. */
function tidy({ least, most }: Range): Range {
  return { least: Number(least.toPrecision(12)) + 0, most: Number(most.toPrecision(12)) + 0 };
}

const none: Range = { least: 0, most: 0 };
const one: Range = { least: 1, most: 1 };

/** For each state the least and the most that any visit comes to from there, by what each way is worth. */
function fromTheEnd(
  states: readonly VisitState[],
  worth: (state: VisitState, transition: VisitTransition) => Range,
): readonly Range[] {
  const sums: Range[] = Array.from({ length: states.length }, () => none);
  for (const state of states.toReversed()) {
    const all = state.transitions.map((transition) => plus(worth(state, transition), sums[transition.to.index]!));
    if (all.length > 0) sums[state.index] = all.reduce(widest);
  }
  return sums;
}

function plus(range: Range, other: Range): Range {
  return { least: range.least + other.least, most: range.most + other.most };
}
