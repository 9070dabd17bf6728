import type { CompiledStep } from '../../model.ts';
import type { Slot, SlotTerm, SumTerm, Term, Terms } from '../expression/terms.ts';
import { addUp, addUpAlike, pointsOf } from '../steps/candidate.ts';
import type { ConditionsInUse } from './transitions.ts';
import type { ExplorableFunnel } from './visit-state.ts';

/** What the sum of a dimension is called. */
export function sumOf(dimension: string): Slot {
  return `sum ${dimension}`;
}

/** What stands instead of a name in a term, once something is known of it. */
export type Replacement = (leaf: SlotTerm | SumTerm) => Term;

/** Adds an answer's points to a sum. */
export function adding(terms: Terms, points: readonly number[]): Replacement {
  return (leaf) => (leaf.kind === 'sum' ? terms.sum(leaf.slot, addUp(points, leaf.total)) : leaf);
}

/** Makes a number of a sum that nothing adds to any more. */
export function ending(terms: Terms): Replacement {
  return (leaf) => (leaf.kind === 'sum' ? terms.known(leaf.total) : leaf);
}

/**
 * What a sum makes of points: their sum, or where their order matters, the points. Equal where a sum is the same from
 * then on.
 */
export function effectOf(points: readonly number[], isInOrder: boolean): string {
  return isInOrder ? points.filter((each) => each !== 0).join('+') : String(addUp(points));
}

/** The dimensions whose points may come to another sum in another order. */
export function dimensionsAddedInOrder(steps: readonly CompiledStep[]): readonly string[] {
  const options = steps.flatMap((step) => ('options' in step ? step.options : []));
  const names = new Set(options.flatMap(({ scores }) => Object.keys(scores ?? {})));
  return [...names].filter((name) => !addUpAlike(options.map((option) => pointsOf(option, name))));
}

/** The dimensions that a step's options score on. */
export function dimensionsOn(step: CompiledStep): readonly string[] {
  if (!('options' in step) || step.options.every(({ scores }) => scores === undefined)) return [];
  return [...new Set(step.options.flatMap(({ scores }) => Object.keys(scores ?? {})))];
}

interface SumsInput {
  readonly funnel: Pick<ExplorableFunnel, 'steps'>;
  readonly inUse: Pick<ConditionsInUse, 'bySlot'>;
  readonly apart?: ReadonlySet<string>;
}

/** The sums that conditions ask for, by the last step that scores on them. */
export function endingSums({ funnel, inUse, apart }: SumsInput): ReadonlyMap<number, readonly Slot[]> {
  const last = new Map<Slot, number>();
  for (const [at, step] of funnel.steps.entries()) {
    for (const name of dimensionsOn(step))
      if (!apart?.has(name) && inUse.bySlot.has(sumOf(name))) last.set(sumOf(name), at);
  }
  const ending = new Map<number, readonly Slot[]>();
  for (const [slot, at] of last) ending.set(at, [...(ending.get(at) ?? []), slot]);
  return ending;
}
