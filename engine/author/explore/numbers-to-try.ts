import type { NumberStep } from '../../model.ts';
import type { Comparisons } from './comparisons.ts';

/**
 * Numbers that a step takes. Where they are only compared, one on each side of every number that they are compared with,
 * and that number; where they are reckoned with, all.
 */
export function* numbersToTry(step: NumberStep, { numbers, isAll }: Comparisons): Iterable<number> {
  const { min, max } = step;
  const last = Math.round((max - min) / step.step);
  if (!isAll) {
    for (let place = 0; place <= last; place += 1) yield numberAt(step, place);
    return;
  }
  const places = new Set([0, last]);
  for (const number of numbers) {
    const near = Math.floor((number - min) / step.step);
    for (const place of [near - 1, near, near + 1, near + 2]) if (place > 0 && place < last) places.add(place);
  }
  for (const place of [...places].toSorted((a, b) => a - b)) yield numberAt(step, place);
}

/** As it is written: 0.3, not the 0.30000000000000004 that three steps of 0.1 make. */
function numberAt({ min, step }: NumberStep, place: number): number {
  return Number((min + place * step).toPrecision(12));
}
