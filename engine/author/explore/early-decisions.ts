import type { Budget } from '../solve/budget.ts';
import { notKnown } from '../solve/solver.ts';
import { isNumber, type Operator, type Slot, type Term, type Terms } from '../expression/terms.ts';
import { assumeOf, type ShortestVisit } from './analysis-record.ts';
import { type Assumed, assuming, type NumberRegions } from './number-regions.ts';
import type { PathCondition } from './visit-state.ts';

/** Visits at one place, and what holds for their numbers. */
export interface VisitGroup {
  readonly visits: readonly ShortestVisit[];
  readonly assumed: Assumed;
}

/** The same visits with numbers for which this holds too. */
export function assumedOf(visits: readonly ShortestVisit[], assumed: Assumed, term: Term): VisitGroup {
  return { visits: visits.map((visit) => assumeOf(visit, term)), assumed: assuming(assumed, term) };
}

/** Whether a condition asks for sums of points together with answers of which no single ones are tried. */
export function isMixed({ slots }: Term, regions: NumberRegions): boolean {
  return [...slots].some(isSum) && [...slots].some((slot) => regions.isRegion(slot));
}

const isSum = (slot: Slot): boolean => slot.startsWith('sum ');

interface EarlyDecisionsInput {
  readonly terms: Terms;
  readonly regions: NumberRegions;
  readonly budget: Budget;
}

/**
 * Decides comparisons of numbers before they are asked. Where points are added to what they come to, that is done best
 * while there are few sums.
 */
export class EarlyDecisions {
  readonly #input: EarlyDecisionsInput;
  readonly #found = new Map<Term, Term | undefined>();
  readonly #settled = new Map<string, Map<Term, Term>>();

  constructor(input: EarlyDecisionsInput) {
    this.#input = input;
  }

  /**
   * What visits know once the comparisons within their conditions are decided, both ways where it depends on their
   * numbers. A condition on numbers alone is settled where it is the same for all of these visits.
   */
  decide(pathCondition: PathCondition, group: VisitGroup): readonly (readonly [PathCondition, VisitGroup])[] {
    const { regions, terms, budget } = this.#input;
    for (const term of pathCondition.values()) {
      const comparison = this.#comparisonIn(term);
      const holds = comparison ? regions.holds(comparison, group.assumed, budget) : notKnown;
      if (!comparison || holds === notKnown || (holds === 'sometimes' && comparison === term)) continue;
      const knowing = (value: Term): PathCondition =>
        new Map([...pathCondition].map(([number, each]) => [number, this.#settle(each, comparison, value)]));
      if (holds !== 'sometimes') return this.decide(knowing(holds === 'always' ? terms.true : terms.false), group);
      const groupWhere = (value: Term, holding: Term): VisitGroup => {
        const assumed = new Set(group.assumed.map((each) => this.#settle(each, comparison, value)));
        assumed.delete(terms.true);
        return assumedOf(
          group.visits,
          [...assumed].toSorted((one, other) => one.id - other.id),
          holding,
        );
      };
      return [
        ...this.decide(knowing(terms.true), groupWhere(terms.true, comparison)),
        ...this.decide(knowing(terms.false), groupWhere(terms.false, regions.not(comparison))),
      ];
    }
    return [[pathCondition, group]];
  }

  /** One of those in a term that has sums of points in it too; the term itself where it depends on numbers alone. */
  #comparisonIn(term: Term): Term | undefined {
    const slots = [...term.slots];
    if (!slots.some(isNumber)) return undefined;
    if (slots.every(isNumber)) return term;
    return slots.some(isSum) ? this.#find(term) : undefined;
  }

  #find(term: Term): Term | undefined {
    if (term.kind !== 'operation') return undefined;
    if (this.#found.has(term)) return this.#found.get(term);
    const isIt = compares.has(term.operator) && [...term.slots].every(isNumber);
    let found: Term | undefined = isIt ? term : undefined;
    for (const part of term.parts) found ??= part.slots.size > 0 ? this.#find(part) : undefined;
    this.#found.set(term, found);
    return found;
  }

  /** A term in which a comparison has this value. Each is worked out once. */
  #settle(term: Term, comparison: Term, value: Term): Term {
    const key = `${comparison.id} ${value.id}`;
    const done = this.#settled.get(key) ?? new Map([[comparison, value]]);
    this.#settled.set(key, done);
    const settle = (open: Term): Term => {
      const known = done.get(open);
      if (known) return known;
      const hasIt = open.kind === 'operation' && [...comparison.slots].every((slot) => open.slots.has(slot));
      const settled = hasIt ? this.#input.terms.operation(open.operator, open.parts.map(settle)) : open;
      done.set(open, settled);
      return settled;
    };
    return settle(term);
  }
}

const compares: ReadonlySet<Operator> = new Set<Operator>(['==', '!=', '<', '<=', '>', '>=', 'in']);
