import { known, scoresOf } from '../steps/authoring.ts';
import { questionOf } from '../steps/index.ts';
import { chooseOf } from '../steps/multiple_choice.ts';
import type { Remaining } from '../explore/explore-funnel.ts';
import type { FlowOption, FlowStep } from '../flow.ts';
import type { Dimension } from '../../model.ts';

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
    const branches = branchesOn(step, (option) => pointsOn(name, option), belowId);
    const totals = branches.flatMap((branch) =>
      branch.to.map((to) => {
        const rest = known(arriving.get(to));
        return { least: branch.least + rest.least, most: branch.most + rest.most };
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
    const targets = branchesOn(step, () => 0, belowId).flatMap(({ to }) => to);
    const branches = targets.map((to) => arriving.get(to) ?? end);
    const own = {
      fewest: branches.reduce((least, branch) => Math.min(least, branch.fewest), Infinity),
      most: branches.reduce((most, branch) => Math.max(most, branch.most), 0),
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

/** The lowest and the highest sum of points. */
interface Totals {
  readonly least: number;
  readonly most: number;
}

/** Targets that a choice leads to, and the points that such choices can bring. */
interface Branch extends Totals {
  readonly to: readonly (string | null)[];
}

/** The points of an option. */
type Points = (option: FlowOption) => number;

/** Every way on from a step that some choice leads to, whatever the conditions say. `below` is the id of the next step. */
function branchesOn(step: FlowStep, points: Points, below: string | null): readonly Branch[] {
  const own = ownTargets(step, below);
  if (step.options.length === 0) return [{ to: own, least: 0, most: 0 }];
  const question = questionOf(step.value.type);
  const groups = question?.groups?.(step).map((group) => group.map(points));
  if (groups) {
    const sum = (pick: (...values: number[]) => number) => groups.reduce((total, each) => total + pick(...each), 0);
    return [{ to: own, least: sum(Math.min), most: sum(Math.max) }];
  }
  if (question?.chooses === 'several') return multipleChoiceBranches(step, points, own);
  return step.options.map((option) => {
    const least = points(option);
    return { to: option.value.next === undefined ? own : [targetOf(option.value.next)], least, most: least };
  });
}

/** The first chosen option with a `next` decides the way, so each such option is looked at as that first one. */
function multipleChoiceBranches(step: FlowStep, points: Points, own: readonly (string | null)[]): readonly Branch[] {
  const { min, max } = chooseOf(step);
  const branches: Branch[] = [];
  const together = step.options.filter(({ value }) => value.exclusive !== true);
  const free = together.filter(({ value }) => value.next === undefined);
  const best = chooseFrom(free.map(points), min, max);
  if (best) branches.push({ to: own, ...best });
  for (const option of step.options) {
    const { next, exclusive } = option.value;
    const to = next === undefined ? own : [targetOf(next)];
    const value = points(option);
    if (exclusive === true) {
      branches.push({ to, least: value, most: value });
    } else if (next !== undefined) {
      const at = step.options.indexOf(option);
      const others = together.filter((other) => other.value.next === undefined || step.options.indexOf(other) > at);
      const rest = chooseFrom(others.map(points), min - 1, max - 1);
      if (rest) branches.push({ to, least: value + rest.least, most: value + rest.most });
    }
  }
  return branches;
}

/** The lowest and highest sum of `min` to `max` of the points; nothing if there are fewer than `min`. */
function chooseFrom(points: readonly number[], min: number, max: number): Totals | undefined {
  if (points.length < min || max < 0) return undefined;
  const sorted = points.toSorted((a, b) => a - b);
  return { least: lowestSum(sorted, min, max), most: -lowestSum(sorted.map((point) => -point).toReversed(), min, max) };
}

/** Of points in rising order: those that have to be taken, and those below zero that may be. */
function lowestSum(sorted: readonly number[], min: number, max: number): number {
  let sum = 0;
  for (const [index, point] of sorted.slice(0, max).entries()) {
    if (index >= min && point >= 0) break;
    sum += point;
  }
  return sum + 0;
}

/** The targets of a step's own `next`. */
function ownTargets({ value: { next } }: FlowStep, below: string | null): readonly (string | null)[] {
  if (next === undefined) return [below];
  if (typeof next === 'string') return [targetOf(next)];
  return next.flatMap((branch) => {
    const target = branch?.to ?? branch?.else;
    return target === undefined ? [] : [targetOf(target)];
  });
}

/** The finish is `null`. */
export function targetOf(next: string): string | null {
  return next === 'finish' ? null : next;
}
