import type { ExampleVisit } from '../../problem.ts';
import type { Moment, Point } from '../explore/transitions.ts';
import { placeOf } from '../explore/analysis-record.ts';
import type { Term } from '../expression/terms.ts';
import { Asks, type FunnelTerms, type Suspicion } from './asks.ts';
import { noVisit, PartsSearch, unknown } from './search.ts';
import { stepsByGoal } from './prover.ts';
import { play, tryAll, type Stop, type Tried } from './replay.ts';
import type {
  Disproved,
  GoalTwice,
  MissingAnswer,
  MissingRecall,
  RecallUse,
  UnreachableEdge,
  UnreachableOutcome,
  UnreachableStep,
} from './verdicts.ts';

/**
 * Looks for each thing by itself, only at what can matter to it: for funnels whose visits are too many to be looked at
 * together. `isWhole` says whether all could be proved; the visits given need not be the shortest.
 */
export function proveInParts(
  input: FunnelTerms,
  recalls: readonly RecallUse[],
  limit: number,
): Disproved & { readonly isWhole: boolean } {
  return new PartsProver(input, limit).prove(recalls);
}

class PartsProver {
  readonly #input: FunnelTerms;
  readonly #asks: Asks;
  readonly #tried: Tried;
  readonly #search: PartsSearch;

  constructor(input: FunnelTerms, limit: number) {
    this.#input = input;
    this.#asks = new Asks(input);
    this.#tried = tryAll(input.funnel);
    this.#search = new PartsSearch(input, limit);
  }

  prove(recalls: readonly RecallUse[]): Disproved & { readonly isWhole: boolean } {
    const steps = [...this.#input.wiring.keys()];
    const found = {
      unreachableSteps: steps.flatMap((at) => this.#unreachableStep(at)),
      unreachableEdges: steps.flatMap((at) => [...this.#unreachableEdges(at)]),
      unreachableOutcomes: [...this.#unreachableOutcomes()],
      missingAnswers: [...this.#asks.readsOfEdges(), ...this.#asks.readsOfOutcomes()].flatMap((each) =>
        this.#missingAnswer(each),
      ),
      missingRecalls: (['step', 'outcome'] as const)
        .flatMap((kind) => [...this.#asks.recalls(recalls, kind)])
        .flatMap((each) => this.#missingRecall(each)),
      goalsTwice: [...this.#goalsTwice()],
    };
    return { ...found, isWhole: this.#search.isWhole };
  }

  #unreachableStep(at: number): readonly UnreachableStep[] {
    const step = this.#idOf(at);
    if (this.#tried.shown.has(step) || this.#search.find(this.#place(at, 'shown')) !== noVisit) return [];
    const arrived = this.#search.find(this.#place(at, 'arriving'));
    if (arrived === unknown) return [];
    const visit = this.#play(arrived === noVisit ? { steps: [] } : arrived, { at, moment: 'after' });
    return [{ step, isHidden: arrived !== noVisit, visit }];
  }

  *#unreachableEdges(at: number): Iterable<UnreachableEdge> {
    const { edges } = this.#input.wiring[at]!;
    const step = this.#idOf(at);
    if (edges.length < 2) return;
    const conditions = edges.map(({ when }) => when ?? this.#input.terms.true);
    for (const [edge, taken] of this.#asks.firstOf(conditions).entries()) {
      if (this.#tried.taken.has(placeOf({ at, number: edge }))) continue;
      if (this.#search.find(this.#place(at, 'leaving', taken)) !== noVisit) continue;
      const holding = this.#search.find(this.#place(at, 'leaving', conditions[edge]));
      const left = holding === noVisit ? this.#search.find(this.#place(at, 'leaving')) : holding;
      // A step that no visitor is shown needs no further questions.
      if (holding === unknown || left === unknown || left === noVisit) continue;
      yield { step, edge, isShadowed: holding !== noVisit, visit: this.#play(left, { at, moment: 'after' }) };
    }
  }

  *#unreachableOutcomes(): Iterable<UnreachableOutcome> {
    const at = this.#input.wiring.length;
    for (const [number, { id: outcome }] of this.#input.funnel.outcomes.entries()) {
      const { gets, holds } = this.#asks.outcomes[number]!;
      if (this.#tried.outcomes.has(outcome) || this.#search.find(this.#place(at, 'arriving', gets)) !== noVisit)
        continue;
      const holding = this.#search.find(this.#place(at, 'arriving', holds));
      if (holding !== unknown) yield { outcome, ...(holding !== noVisit && { shadowed: this.#play(holding) }) };
    }
  }

  #missingAnswer(suspicion: Suspicion): readonly MissingAnswer[] {
    if (suspicion.kind !== 'answer') return [];
    const visit = this.#search.find(suspicion);
    if (visit === noVisit || visit === unknown) return [];
    const { asked, field } = suspicion;
    return [{ asked, field, visit: this.#play(visit, asked.kind === 'outcome' ? undefined : suspicion) }];
  }

  #missingRecall(suspicion: Suspicion): readonly MissingRecall[] {
    if (suspicion.kind !== 'recall') return [];
    const visit = this.#search.find(suspicion);
    if (visit === noVisit || visit === unknown) return [];
    const { recall } = suspicion;
    return [{ ...recall, visit: this.#play(visit, recall.at.kind === 'outcome' ? undefined : suspicion) }];
  }

  *#goalsTwice(): Iterable<GoalTwice> {
    for (const [goal, places] of stepsByGoal(this.#input)) {
      for (const [number, first] of places.entries()) {
        for (const second of places.slice(number + 1)) {
          const last = this.#place(second, 'leaving');
          const visit = this.#search.find(last, this.#place(first, 'leaving'));
          if (visit === noVisit || visit === unknown) continue;
          yield { goal, steps: [this.#idOf(first), this.#idOf(second)], visit: this.#play(visit, last) };
        }
      }
    }
  }

  #play(visit: ExampleVisit, stop?: Stop): ExampleVisit {
    return play(this.#input.funnel, visit, stop);
  }

  #place(at: number, moment: Moment, term: Term = this.#input.terms.true): Point {
    return { at, moment, term };
  }

  #idOf(at: number): string {
    return this.#input.funnel.steps[at]!.id;
  }
}
