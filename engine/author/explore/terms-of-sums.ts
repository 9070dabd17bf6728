import type { Value } from '../../run/expression.ts';
import { applyOperator } from './apply-operator.ts';
import type { ScoreVectors, VectorNumber } from './score-vectors.ts';
import { sumOf } from './lessons.ts';
import type { Slot, Term } from './term.ts';

/** Works out, for vectors of sums, terms that depend on nothing else. Each is worked out once for each vector. */
export class TermsOfSums {
  readonly #vectors: ScoreVectors;
  readonly #places: ReadonlyMap<Slot, number>;
  readonly #known = new Map<Term, Value[]>();

  constructor(vectors: ScoreVectors) {
    this.#vectors = vectors;
    this.#places = new Map(vectors.dimensions.map((name, at) => [sumOf(name), at]));
  }

  holds(term: Term, vector: VectorNumber): boolean {
    return this.#valueOf(term, vector) === true;
  }

  #valueOf(term: Term, vector: VectorNumber): Value {
    if (term.kind === 'known') return term.value;
    if (term.kind === 'sum') return term.total + this.#vectors.values(vector)[this.#places.get(term.slot)!]!;
    if (term.kind === 'slot') throw new Error(`${term.slot} is not known here.`);
    const known = this.#known.get(term) ?? [];
    this.#known.set(term, known);
    if (!(vector in known)) {
      known[vector] = applyOperator(
        term.operator,
        term.parts.map((part) => this.#valueOf(part, vector)),
      );
    }
    return known[vector];
  }
}
