/** Under which keys the answers of a number step are counted. */

import type { NumberStep } from '../../../engine/model.ts';
import { tidyAnswer } from '../../../engine/run/answer.ts';

/** Steps with more values than these are counted by range. */
const mostValues = 21;
const ranges = 10;

/** The value where the step has few; else one of ten ranges that have equally many, such as `18–26`. */
export function keyOfNumber(step: NumberStep, value: number): string {
  const count = valuesOf(step);
  if (count <= mostValues) return String(value);
  const place = Math.round((value - step.min) / step.step);
  return rangeKey(step, Math.floor((place * ranges) / count));
}

/** All keys of the step, from the smallest numbers to the largest. */
export function keysOfNumbers(step: NumberStep): readonly string[] {
  const count = valuesOf(step);
  if (count <= mostValues) return Array.from({ length: count }, (_, place) => String(valueAt(step, place)));
  return Array.from({ length: ranges }, (_, range) => rangeKey(step, range));
}

function valuesOf({ min, max, step }: NumberStep): number {
  return Math.floor((max - min) / step + 1e-6) + 1;
}

function rangeKey(step: NumberStep, range: number): string {
  const count = valuesOf(step);
  const from = Math.ceil((range * count) / ranges);
  const to = Math.ceil(((range + 1) * count) / ranges) - 1;
  return `${valueAt(step, from)}–${valueAt(step, to)}`;
}

function valueAt(step: NumberStep, place: number): number {
  return tidyAnswer(step, step.min + place * step.step) as number;
}
