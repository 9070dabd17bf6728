import type { Grid } from '../steps/candidate.ts';

/** The lowest place whose number is at least this one; beyond the last where there is none. */
export function placeFrom({ last, valueAt }: Grid, number: number): number {
  if (number <= valueAt(0)) return 0;
  if (number > valueAt(last)) return last + 1;
  let place = guess({ last, valueAt }, number);
  while (place > 0 && valueAt(place - 1) >= number) place -= 1;
  while (valueAt(place) < number) place += 1;
  return place;
}

/** The highest place whose number is at most this one; -1 where there is none. */
export function placeUpTo({ last, valueAt }: Grid, number: number): number {
  if (number >= valueAt(last)) return last;
  if (number < valueAt(0)) return -1;
  let place = guess({ last, valueAt }, number);
  while (place < last && valueAt(place + 1) <= number) place += 1;
  while (valueAt(place) > number) place -= 1;
  return place;
}

/** The numbers of a grid are about equally far apart. */
function guess({ last, valueAt }: Grid, number: number): number {
  const [low, high] = [valueAt(0), valueAt(last)];
  return Math.min(last, Math.max(0, Math.round(((number - low) / (high - low)) * last)));
}
