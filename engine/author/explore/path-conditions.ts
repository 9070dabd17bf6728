import type { Budget } from '../solve/budget.ts';
import type { ConditionsInUse } from './transitions.ts';
import type { Consequence, Substitution, Substitutions } from './substitutions.ts';
import type { Term } from '../expression/terms.ts';
import type { PathCondition } from './visit-state.ts';

/** Before anything is known. */
export const noConditions: PathCondition = new Map();

/** What visits know of the conditions, from place to place. */
export class PathConditions {
  readonly #inUse: ConditionsInUse;
  readonly #substitutions: Substitutions;
  readonly #budget: Budget;

  constructor(inUse: ConditionsInUse, substitutions: Substitutions, budget: Budget) {
    this.#inUse = inUse;
    this.#substitutions = substitutions;
    this.#budget = budget;
  }

  /** The rest of a condition. */
  term(condition: number, pathCondition: PathCondition): Term {
    return pathCondition.get(condition) ?? this.#inUse.conditions[condition]!.term;
  }

  /** The rest of it when this has been learned too. */
  termAfter(condition: number, { substitutions }: Consequence, pathCondition: PathCondition): Term {
    return substitutions
      .filter(({ conditions }) => conditions.includes(condition))
      .reduce((open, { rewrite }) => rewrite(open), this.term(condition, pathCondition));
  }

  /** What is known, and still asked, at the step that a visit comes to next. */
  between(from: number, to: number, { substitutions }: Consequence, pathCondition: PathCondition): PathCondition {
    return this.#carry(pathCondition, this.#substitutionsOnTheWay(from, to, substitutions), to);
  }

  /** What a visit learns from a step to the one it comes to next, by passing over those between them too. */
  #substitutionsOnTheWay(from: number, to: number, substitutions: readonly Substitution[]): readonly Substitution[] {
    if (to <= from + 1 || to > this.#inUse.lastStep) return substitutions;
    const { informative } = this.#substitutions;
    const all = [...substitutions];
    for (let place = placeAfter(informative, from); informative[place]! < to; place += 1) {
      all.push(...this.#substitutions.passingOver(informative[place]!));
    }
    return all;
  }

  #carry(pathCondition: PathCondition, substitutions: readonly Substitution[], to: number): PathCondition {
    this.#budget.spend(1);
    if (to > this.#inUse.lastStep || (pathCondition.size === 0 && substitutions.length === 0)) return noConditions;
    const carried = new Map<number, Term>();
    for (const [condition, term] of pathCondition)
      if (this.#inUse.isAskedFrom(condition, to)) carried.set(condition, term);
    for (const { conditions, rewrite } of substitutions) {
      for (const condition of conditions) {
        if (!this.#inUse.isAskedFrom(condition, to)) continue;
        const term = this.term(condition, carried);
        const rewritten = rewrite(term);
        if (rewritten !== term) carried.set(condition, rewritten);
      }
      this.#budget.spend(conditions.length / 4);
    }
    this.#budget.spend(carried.size / 4);
    return carried;
  }
}

/** Equal for what is equally known. */
export function pathConditionKey(pathCondition: PathCondition): string {
  const facts = [...pathCondition].map(([condition, { id }]) => `${condition}:${id}`);
  return facts.length > 1 ? facts.toSorted().join() : (facts[0] ?? '');
}

/** The first place in a rising list of what is greater. */
function placeAfter(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
