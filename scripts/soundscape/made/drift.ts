import { between, type Random } from './random.ts';

interface Course {
  readonly low: number;
  readonly high: number;
  /** From one turning point to the next, about. */
  readonly seconds: number;
}

/** A value that wanders between two bounds, by chance and without corners. Ask for times that never go back. */
export type Drift = (time: number) => number;

/** As a breeze or the tide goes up and down: between turning points in a half wave. */
export function createDrift(random: Random, { low, high, seconds }: Course): Drift {
  let from = between(random, low, high);
  let to = between(random, low, high);
  let start = Number.NEGATIVE_INFINITY;
  let length = 0;
  return (time) => {
    if (start === Number.NEGATIVE_INFINITY) {
      start = time;
      length = seconds * between(random, 0.6, 1.4);
    }
    while (time >= start + length) {
      start += length;
      length = seconds * between(random, 0.6, 1.4);
      from = to;
      to = between(random, low, high);
    }
    return from + (to - from) * (0.5 - 0.5 * Math.cos((Math.PI * (time - start)) / length));
  };
}
