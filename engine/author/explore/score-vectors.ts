import type { VisitEvent } from './visit-state.ts';

/** A sum for each dimension that is counted, by the number of the vector: equal vectors have one number. */
export type VectorNumber = number;

/** Sums of points on several dimensions. Each vector is made once, and each addition is done once. */
export class ScoreVectors {
  readonly dimensions: readonly string[];
  readonly #values: (readonly number[])[] = [];
  readonly #numbers = new Map<string, VectorNumber>();
  readonly #sums = new Map<string, VectorNumber[]>();
  readonly #sumsByEvent = new WeakMap<
    VisitEvent,
    { readonly scored: readonly (readonly number[])[]; readonly sums: VectorNumber[] }
  >();
  readonly #kept = new Map<string, VectorNumber[]>();

  constructor(dimensions: readonly string[]) {
    this.dimensions = dimensions;
    this.#numberOf(dimensions.map(() => 0));
  }

  /** Before the first points. */
  readonly none: VectorNumber = 0;

  values(vector: VectorNumber): readonly number[] {
    return this.#values[vector]!;
  }

  /** With the points that an event brings. */
  add(vector: VectorNumber, event: VisitEvent): VectorNumber {
    if (event.kind !== 'passed' || event.scored.size === 0) return vector;
    const { scored, sums } = this.#sumsOf(event);
    return (sums[vector] ??= this.#numberOf(
      this.values(vector).map((value, at) => scored[at]!.reduce((sum, points) => sum + points, value)),
    ));
  }

  /** With only the sums that are still of use, the others forgotten. `kept` says which. */
  keep(vector: VectorNumber, kept: string): VectorNumber {
    const known = this.#kept.get(kept) ?? [];
    this.#kept.set(kept, known);
    return (known[vector] ??= this.#numberOf(this.values(vector).map((value, at) => (kept[at] === '1' ? value : 0))));
  }

  #sumsOf(event: VisitEvent & { kind: 'passed' }): { scored: readonly (readonly number[])[]; sums: VectorNumber[] } {
    const known = this.#sumsByEvent.get(event);
    if (known) return known;
    const scored = this.dimensions.map((name) => event.scored.get(name) ?? []);
    const key = JSON.stringify(scored);
    const sums = this.#sums.get(key) ?? [];
    this.#sums.set(key, sums);
    const found = { scored, sums };
    this.#sumsByEvent.set(event, found);
    return found;
  }

  #numberOf(values: readonly number[]): VectorNumber {
    const key = values.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#values.push(values) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}
