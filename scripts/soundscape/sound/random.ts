/** Numbers from 0 to below 1. */
export type RandomSource = () => number;

/** A number that stays the same for the same text, and differs for nearly any other (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash >>> 0;
}

/** Chance that repeats: the same seed gives the same numbers on every machine (mulberry32). */
export function createRandomSource(seed: number): RandomSource {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number between the two. */
export function between(random: RandomSource, low: number, high: number): number {
  return low + (high - low) * random();
}

interface Course {
  readonly low: number;
  readonly high: number;
  /** From one turning point to the next, about. */
  readonly seconds: number;
}

/** A value that wanders between two bounds, by chance and without corners. Ask for times that never go back. */
export type Drift = (time: number) => number;

/** As a breeze or the tide goes up and down: between turning points in a half wave. */
export function createDrift(random: RandomSource, { low, high, seconds }: Course): Drift {
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
