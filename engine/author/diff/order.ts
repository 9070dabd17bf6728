/**
 * Which of these places have moved: all but the most that can stay in their order. `places` are old places in the new
 * order; what is new has none.
 */
export function findMoved(places: readonly (number | undefined)[]): ReadonlySet<number> {
  /** For each length the place that the longest row so far can end with, and the places before each in its row. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  const known = places.filter((place) => place !== undefined);
  for (const place of known) {
    const length = firstNotBelow(ends, place);
    previous.set(place, ends[length - 1]);
    ends[length] = place;
  }
  const moved = new Set(known);
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) moved.delete(place);
  return moved;
}

function firstNotBelow(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
