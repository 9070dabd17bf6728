import type { FlowOption, FlowStep } from '../flow.ts';
import { chooseOf } from './compile-step.ts';
import { ownTargets, targetOf } from './edges.ts';

/** The lowest and the highest sum of points. */
export interface Totals {
  readonly least: number;
  readonly most: number;
}

/** Targets that a choice leads to, and the points that such choices can bring. */
export interface Way extends Totals {
  readonly to: readonly (string | null)[];
}

/** The points of an option. */
export type Points = (option: FlowOption) => number;

/** Every way on from a step that some choice leads to, whatever the conditions say. `below` is the id of the next step. */
export function waysOn(step: FlowStep, points: Points, below: string | null): readonly Way[] {
  const own = ownTargets(step, below);
  if (step.options.length === 0) return [{ to: own, least: 0, most: 0 }];
  if (step.value.type === 'multiple_choice') return multipleWays(step, points, own);
  return step.options.map((option) => {
    const least = points(option);
    return { to: option.value.next === undefined ? own : [targetOf(option.value.next)], least, most: least };
  });
}

/** The first chosen option with a `next` decides the way, so each such option is looked at as that first one. */
function multipleWays(step: FlowStep, points: Points, own: readonly (string | null)[]): readonly Way[] {
  const { min, max } = chooseOf(step);
  const ways: Way[] = [];
  const together = step.options.filter(({ value }) => value.exclusive !== true);
  const free = together.filter(({ value }) => value.next === undefined);
  const best = chooseFrom(free.map(points), min, max);
  if (best) ways.push({ to: own, ...best });
  for (const option of step.options) {
    const { next, exclusive } = option.value;
    const to = next === undefined ? own : [targetOf(next)];
    const value = points(option);
    if (exclusive === true) {
      ways.push({ to, least: value, most: value });
    } else if (next !== undefined) {
      const at = step.options.indexOf(option);
      const others = together.filter((other) => other.value.next === undefined || step.options.indexOf(other) > at);
      const rest = chooseFrom(others.map(points), min - 1, max - 1);
      if (rest) ways.push({ to, least: value + rest.least, most: value + rest.most });
    }
  }
  return ways;
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
