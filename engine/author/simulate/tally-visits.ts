import type { CompiledFunnel } from '../../model.ts';
import type { SimulatedVisit } from './simulate-visits.ts';

/** What came of many visits. */
export interface Tally extends Group {
  /** In the order of the funnel. */
  readonly steps: readonly StepTally[];
  readonly experiments: readonly { readonly name: string; readonly variants: readonly VariantTally[] }[];
}

export interface StepTally {
  readonly id: string;
  /** How many visitors saw the step. */
  readonly shown: number;
  /** How many of them left there. */
  readonly left: number;
}

export interface VariantTally extends Group {
  readonly name: string;
}

interface Group {
  readonly visitors: number;
  readonly finished: number;
  /** In the order of the funnel: how many visitors got each outcome. */
  readonly outcomes: readonly { readonly id: string; readonly visitors: number }[];
}

/** Counts visits by step, by outcome and by variant. */
export function tallyVisits(funnel: CompiledFunnel, visits: Iterable<SimulatedVisit>): Tally {
  const all = new Counter();
  const shown = new Map<string, number>();
  const left = new Map<string, number>();
  const variants = new Map(
    funnel.experiments.map(({ name, variants }) => [
      name,
      new Map(variants.map((variant) => [variant.name, new Counter()])),
    ]),
  );
  for (const visit of visits) {
    all.add(visit);
    for (const id of visit.steps) shown.set(id, (shown.get(id) ?? 0) + 1);
    if (visit.leftAt !== null) left.set(visit.leftAt, (left.get(visit.leftAt) ?? 0) + 1);
    for (const [name, counters] of variants) counters.get(visit.variants[name] ?? '')?.add(visit);
  }
  return {
    ...all.read(funnel),
    steps: funnel.steps.map(({ id }) => ({ id, shown: shown.get(id) ?? 0, left: left.get(id) ?? 0 })),
    experiments: [...variants].map(([name, counters]) => ({
      name,
      variants: [...counters].map(([variant, counter]) => ({ name: variant, ...counter.read(funnel) })),
    })),
  };
}

class Counter {
  #visitors = 0;
  #finished = 0;
  readonly #outcomes = new Map<string, number>();

  add({ outcome }: SimulatedVisit): void {
    this.#visitors += 1;
    if (outcome === null) return;
    this.#finished += 1;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  read({ outcomes }: CompiledFunnel): Group {
    return {
      visitors: this.#visitors,
      finished: this.#finished,
      outcomes: outcomes.map(({ id }) => ({ id, visitors: this.#outcomes.get(id) ?? 0 })),
    };
  }
}
