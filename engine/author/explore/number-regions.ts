import { isNumber, type Slot, type Term, type Terms } from '../expression/terms.ts';
import { Budget } from '../solve/budget.ts';
import { groupsOf, noAnswers, notKnown, Solver } from '../solve/solver.ts';
import type { AnswerGrid, Comparisons } from '../steps/candidate.ts';
import { questionOf } from '../steps/index.ts';
import type { Answer, CompiledStep } from '../../model.ts';
import type { ExplorableFunnel } from './visit-state.ts';

/** Conditions that hold for some visits, by their numbers in rising order. */
export type Assumed = readonly Term[];

/** From so many answers on, one by one takes longer. */
const fewestForRegions = 30;

/** For examples nothing is worked out that hasn't been before. */
const exampleLimit = 100_000;

export const nothingAssumed: Assumed = [];

/** Whether a condition holds for visits. */
type Verdict = 'always' | 'sometimes' | 'never' | typeof notKnown;

/** What the numbers that are answered can be; shared by all that is asked of a funnel. */
export class NumberRegions {
  readonly #terms: Terms;
  readonly #grids = new Map<Slot, AnswerGrid>();
  readonly #solver: Solver;
  readonly #fewest: number;
  #couldBeMore = false;

  /** `fewest`: questions with fewer answers are looked at answer by answer. */
  constructor(funnel: Pick<ExplorableFunnel, 'steps'>, terms: Terms, fewest: number = fewestForRegions) {
    this.#terms = terms;
    this.#fewest = fewest;
    for (const step of funnel.steps) {
      const grid = 'field' in step ? questionOf(step.type)?.grid?.(step) : undefined;
      if (grid && 'field' in step) this.#grids.set(numberOf(step.field), remembered(grid));
    }
    this.#solver = new Solver((slot) => this.#grids.get(slot)!);
  }

  /** Whether some question was looked at answer by answer that needn't have been. */
  get couldBeMore(): boolean {
    return this.#couldBeMore;
  }

  /** The answers to a question, where conditions compute with them and there are too many to be looked at one by one. */
  gridOf(step: CompiledStep, { isAll }: Comparisons): AnswerGrid | undefined {
    const grid = isAll || !('field' in step) ? undefined : this.#grids.get(numberOf(step.field));
    if (!grid || grid.last + 1 >= this.#fewest) return grid;
    this.#couldBeMore = true;
    return undefined;
  }

  /** Whether the answer to a question, by its name in conditions, may be one of those that aren't looked at one by one. */
  isRegion(answer: Slot): boolean {
    const grid = answer.startsWith('answer ') ? this.#grids.get(numberOf(answer.slice('answer '.length))) : undefined;
    return grid !== undefined && grid.last + 1 >= this.#fewest;
  }

  /** Whether a condition that depends on numbers alone holds for visits for which others do. */
  holds(term: Term, assumed: Assumed, budget: Budget): Verdict {
    if (assumed.includes(term)) return 'always';
    if (assumed.includes(this.not(term))) return 'never';
    const can = this.#solver.solve([...assumed, term], budget);
    if (can === notKnown) return notKnown;
    if (can === noAnswers) return 'never';
    const cannot = this.#solver.solve([...assumed, this.not(term)], budget);
    if (cannot === notKnown) return notKnown;
    return cannot === noAnswers ? 'always' : 'sometimes';
  }

  not(term: Term): Term {
    return this.#terms.operation('not', [term]);
  }

  /** Answers for which conditions that hold for some visits do so; the first that there is where nothing has to hold. */
  answersFor(assumed: readonly Term[]): (number: Slot) => Answer | undefined {
    const places = this.#solver.solve([...new Set(assumed)], new Budget(exampleLimit));
    return (number) => {
      const place = typeof places === 'string' ? undefined : places.get(number);
      return this.#grids.get(number)?.answerAt(place ?? 0);
    };
  }
}

/** So many numbers of a grid are worked out only once. */
const maxRemembered = 2 ** 21;

function remembered(grid: AnswerGrid): AnswerGrid {
  if (grid.last >= maxRemembered) return grid;
  const values: number[] = [];
  return { ...grid, valueAt: (place) => (values[place] ??= grid.valueAt(place)) };
}

/** What an answer is called that is only known by what holds for it. */
export function numberOf(field: string): Slot {
  return `number ${field}`;
}

/** With one more. */
export function assuming(assumed: Assumed, term: Term): Assumed {
  return assumed.includes(term) ? assumed : [...assumed, term].toSorted((one, other) => one.id - other.id);
}

/** Those that have to do with what is still asked: of the others it is enough to know that they can hold. */
export function stillAssumed(assumed: Assumed, asked: Iterable<Term>): Assumed {
  if (assumed.length === 0) return assumed;
  const slots = new Set([...asked].flatMap((term) => [...term.slots].filter(isNumber)));
  if (slots.size === 0) return nothingAssumed;
  const kept = groupsOf(assumed).filter((group) =>
    group.some((term) => [...term.slots].some((slot) => slots.has(slot))),
  );
  return kept.length === 1 ? kept[0]! : kept.flat().toSorted((one, other) => one.id - other.id);
}

/** Equal for the same conditions. */
export function keyOfAssumed(assumed: Assumed): string {
  return assumed.length === 0 ? '' : ` if ${assumed.map(({ id }) => id).join()}`;
}
