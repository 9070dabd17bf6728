import { sumOf } from './sums.ts';
import { addUp } from '../steps/candidate.ts';
import { applyOperator, isNumber, type Slot, type Term, type Terms } from '../expression/terms.ts';
import type { Budget } from '../solve/budget.ts';
import { type Rewrite, rewriter } from './rewrite.ts';
import type { VisitMove } from './visit-state.ts';
import type { Value } from '../../run/expression.ts';

/** A sum for each dimension that is counted, by the number of the vector: equal vectors have one number. */
type VectorNumber = number;

type Scoring = Extract<VisitMove, { readonly scored: unknown }>;

/** Sums of points on several dimensions. Each vector is made once, and each addition is done once. */
export class ScoreVectors {
  readonly dimensions: readonly string[];
  readonly #values: (readonly number[])[] = [];
  readonly #numbers = new Map<string, VectorNumber>();
  readonly #sums = new Map<string, VectorNumber[]>();
  readonly #sumsByEvent = new WeakMap<
    Scoring,
    { readonly scored: readonly (readonly number[])[]; readonly sums: VectorNumber[] }
  >();
  readonly #reduced = new Map<string, VectorNumber[]>();

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
  add(vector: VectorNumber, event: VisitMove): VectorNumber {
    if (!('scored' in event) || event.scored.size === 0) return vector;
    const { scored, sums } = this.#sumsOf(event);
    return (sums[vector] ??= this.#numberOf(this.values(vector).map((value, at) => addUp(scored[at]!, value))));
  }

  /** With only the sums that are still of use, the others forgotten. `usedSums` says which. */
  reduce(vector: VectorNumber, usedSums: string): VectorNumber {
    const known = this.#reduced.get(usedSums) ?? [];
    this.#reduced.set(usedSums, known);
    return (known[vector] ??= this.#numberOf(
      this.values(vector).map((value, at) => (usedSums[at] === '1' ? value : 0)),
    ));
  }

  #sumsOf(event: Scoring): { scored: readonly (readonly number[])[]; sums: VectorNumber[] } {
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

/** Works out, for vectors of sums, the rest of terms. Each is worked out once for each vector. */
export class TermsOfSums {
  readonly #vectors: ScoreVectors;
  readonly #terms: Terms;
  readonly #budget: Budget;
  readonly #places: ReadonlyMap<Slot, number>;
  readonly #known = new Map<Term, Value[]>();
  readonly #open = new Map<Term, Term[]>();
  readonly #rewrites = new Map<string, Rewrite>();
  readonly #isOpen = new Map<Term, boolean>();

  constructor(vectors: ScoreVectors, terms: Terms, budget: Budget) {
    this.#vectors = vectors;
    this.#terms = terms;
    this.#budget = budget;
    this.#places = new Map(vectors.dimensions.map((name, at) => [sumOf(name), at]));
  }

  /** Puts these sums into terms, as a vector has them: the same for all vectors that do. */
  putIn(slots: readonly Slot[], vector: VectorNumber): Rewrite {
    const values = this.#vectors.values(vector);
    const sums = slots.map((slot) => [slot, values[this.#places.get(slot)!]!] as const);
    const key = sums.map(([slot, value]) => `${slot} ${value}`).join();
    const known = this.#rewrites.get(key);
    if (known) return known;
    const rewrite = rewriter(
      this.#terms,
      new Map(
        sums.map(([slot, value]) => [
          slot,
          (leaf) => (leaf.kind === 'sum' ? this.#terms.known(leaf.total + value) : leaf),
        ]),
      ),
      this.#budget,
    );
    this.#rewrites.set(key, rewrite);
    return rewrite;
  }

  /** The value of a condition as a term; the rest of it where it depends on numbers too. */
  term(term: Term, vector: VectorNumber): Term {
    if (term.kind === 'known') return term;
    if (this.#dependsOnNumbers(term)) return this.#left(term, vector);
    return this.#valueOf(term, vector) === true ? this.#terms.true : this.#terms.false;
  }

  #dependsOnNumbers(term: Term): boolean {
    const known = this.#isOpen.get(term) ?? [...term.slots].some(isNumber);
    this.#isOpen.set(term, known);
    return known;
  }

  #left(term: Term, vector: VectorNumber): Term {
    if (![...term.slots].some((slot) => this.#places.has(slot))) return term;
    const known = this.#open.get(term) ?? [];
    this.#open.set(term, known);
    return (known[vector] ??= rewriter(
      this.#terms,
      new Map(
        [...this.#places].map(([slot, place]) => [
          slot,
          (leaf) => (leaf.kind === 'sum' ? this.#terms.known(leaf.total + this.#vectors.values(vector)[place]!) : leaf),
        ]),
      ),
      this.#budget,
    )(term));
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
