import type { Budget } from './budget.ts';
import type { ConditionsInUse } from './transitions.ts';
import type { Learned, Lesson, Lessons } from './lessons.ts';
import type { Term } from './terms.ts';
import type { Knowledge } from './visit-state.ts';

/** Before anything is known. */
export const nothingKnown: Knowledge = new Map();

/** What visits know of the conditions, from place to place. */
export class Knowledges {
  readonly #inUse: ConditionsInUse;
  readonly #lessons: Lessons;
  readonly #budget: Budget;

  constructor(inUse: ConditionsInUse, lessons: Lessons, budget: Budget) {
    this.#inUse = inUse;
    this.#lessons = lessons;
    this.#budget = budget;
  }

  /** What is left of a condition. */
  term(condition: number, knowledge: Knowledge): Term {
    return knowledge.get(condition) ?? this.#inUse.conditions[condition]!.term;
  }

  /** What is left of it when this has been learned too. */
  termAfter(condition: number, { lessons }: Learned, knowledge: Knowledge): Term {
    return lessons
      .filter(({ conditions }) => conditions.includes(condition))
      .reduce((open, { rewrite }) => rewrite(open), this.term(condition, knowledge));
  }

  /** What is known, and still asked, at the step that a visit comes to next. */
  onTheWay(from: number, to: number, { lessons }: Learned, knowledge: Knowledge): Knowledge {
    return this.#carry(knowledge, this.#lessonsOnTheWay(from, to, lessons), to);
  }

  /** What a visit learns from a step to the one it comes to next, by passing over those between them too. */
  #lessonsOnTheWay(from: number, to: number, lessons: readonly Lesson[]): readonly Lesson[] {
    if (to <= from + 1 || to > this.#inUse.lastStep) return lessons;
    const { telling } = this.#lessons;
    const all = [...lessons];
    for (let place = placeAfter(telling, from); telling[place]! < to; place += 1) {
      all.push(...this.#lessons.passingOver(telling[place]!));
    }
    return all;
  }

  #carry(knowledge: Knowledge, lessons: readonly Lesson[], to: number): Knowledge {
    this.#budget.spend(1);
    if (to > this.#inUse.lastStep || (knowledge.size === 0 && lessons.length === 0)) return nothingKnown;
    const carried = new Map<number, Term>();
    for (const [condition, term] of knowledge) if (this.#inUse.isAskedFrom(condition, to)) carried.set(condition, term);
    for (const { conditions, rewrite } of lessons) {
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
export function keyOf(knowledge: Knowledge): string {
  const facts = [...knowledge].map(([condition, { id }]) => `${condition}:${id}`);
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
