import type { ExplorableFunnel } from './visit-state.ts';
import { termReader } from './read-term.ts';
import type { Slot, Term } from './term.ts';
import type { Terms } from './terms.ts';

/** A condition, known by its number, and where it is asked for the last time. */
interface ConditionInUse {
  readonly term: Term;
  /** Index of the last step that asks it, and whether it asks when it is left, not only when it is come to. */
  lastStep: number;
  onLeaving: boolean;
}

export interface StepConditions {
  /** Number of the condition that the step is shown by. */
  readonly showIf: number | undefined;
  /** `to` is the index of a step, or the number of steps for the finish. */
  readonly edges: readonly { readonly when: number | undefined; readonly to: number }[];
}

/** The conditions of a funnel's ways. Those that come to the same have one number. */
export interface ConditionsInUse {
  readonly conditions: readonly Readonly<ConditionInUse>[];
  readonly steps: readonly StepConditions[];
  /** The numbers of the conditions that depend on something. */
  readonly bySlot: ReadonlyMap<Slot, readonly number[]>;
  /** Whether a condition is still asked from a step on. */
  isAskedFrom(condition: number, step: number): boolean;
  /** Whether a condition is still asked when a step is left, or later. */
  isAskedAfter(condition: number, step: number): boolean;
  /** Index of the last step that asks any. */
  readonly lastStep: number;
}

export function conditionsInUse(funnel: ExplorableFunnel, terms: Terms): ConditionsInUse {
  const read = termReader(terms, funnel);
  const conditions: ConditionInUse[] = [];
  const numbers = new Map<Term, number>();
  const places = new Map<string | null, number>(funnel.steps.map(({ id }, at) => [id, at]));
  const byName = new Map<string, Term>();

  function use(name: string | undefined, at: number, onLeaving: boolean): number | undefined {
    if (name === undefined) return undefined;
    const expression = funnel.conditions[name];
    const term = byName.get(name) ?? (expression ? read(expression) : terms.false);
    byName.set(name, term);
    const number = numbers.get(term) ?? conditions.push({ term, lastStep: at, onLeaving }) - 1;
    numbers.set(term, number);
    Object.assign(conditions[number]!, { lastStep: at, onLeaving });
    return number;
  }

  const steps = funnel.steps.map(({ showIf, next }, at) => ({
    showIf: use(showIf, at, false),
    edges: next.map(({ when, to }) => ({
      when: use(when, at, true),
      to: places.get(to) ?? funnel.steps.length,
    })),
  }));
  return {
    conditions,
    steps,
    bySlot: slotsOf(conditions),
    isAskedFrom: (condition, step) => conditions[condition]!.lastStep >= step,
    isAskedAfter(condition, step) {
      const { lastStep, onLeaving } = conditions[condition]!;
      return lastStep > step || (lastStep === step && onLeaving);
    },
    lastStep: conditions.reduce((last, { lastStep }) => Math.max(last, lastStep), -1),
  };
}

function slotsOf(conditions: readonly ConditionInUse[]): ReadonlyMap<Slot, number[]> {
  const bySlot = new Map<Slot, number[]>();
  for (const [number, { term }] of conditions.entries()) {
    for (const slot of term.slots) {
      const known = bySlot.get(slot);
      if (known) known.push(number);
      else bySlot.set(slot, [number]);
    }
  }
  return bySlot;
}
