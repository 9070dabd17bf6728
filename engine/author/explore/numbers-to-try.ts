import type { NumberStep } from '../../model.ts';
import type { Comparisons } from './comparisons.ts';

/** A number that a step takes, and how many it stands for: those up to the next one that is tried. */
export interface NumberToTry {
  readonly number: number;
  readonly count: bigint;
}

/**
 * Numbers that a step takes. Where they are only compared, one on each side of every number that they are compared with,
 * and that number; where they are reckoned with, all.
 */
export function* numbersToTry(step: NumberStep, { numbers, isAll }: Comparisons): Iterable<NumberToTry> {
  const { min, max } = step;
  const last = Math.round((max - min) / step.step);
  if (!isAll) {
    for (let place = 0; place <= last; place += 1) yield { number: numberAt(step, place), count: 1n };
    return;
  }
  const places = new Set([0, last]);
  for (const number of numbers) {
    const near = Math.floor((number - min) / step.step);
    for (const place of [near - 1, near, near + 1, near + 2]) if (place > 0 && place < last) places.add(place);
  }
  const rising = [...places].toSorted((a, b) => a - b);
  for (const [at, place] of rising.entries()) {
    yield { number: numberAt(step, place), count: BigInt((rising[at + 1] ?? last + 1) - place) };
  }
}

/** As it is written: 0.3, not the 0.30000000000000004 that three steps of 0.1 make. */
function numberAt({ min, step }: NumberStep, place: number): number {
  return Number((min + place * step).toPrecision(12));
}
