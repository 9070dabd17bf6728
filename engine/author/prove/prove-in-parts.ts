import type { ExampleVisit } from '../../problem.ts';
import type { Moment, Point } from '../explore/transitions.ts';
import { placeOf } from '../explore/analysis-record.ts';
import type { Term } from '../expression/terms.ts';
import { Asks, type FunnelTerms, type Suspicion } from './asks.ts';
import { noVisit, PartsSearch, unknown } from './search.ts';
import { stepsByGoal } from './prover.ts';
import { play, tryAll, type Stop, type Tried } from './replay.ts';
import type {
  Attempt,
  Disproved,
  GoalTwice,
  MissingAnswer,
  MissingRecall,
  MissingValue,
  OpenQuestion,
  RecallUse,
  UnreachableEdge,
  UnreachableOutcome,
  UnreachableStep,
} from './verdicts.ts';

/**
 * Looks for each thing by itself, only at what can matter to it: for funnels whose visits are too many to be looked at
 * together. Says what is left open; the visits given need not be the shortest.
 */
export function proveInParts(input: FunnelTerms, recalls: readonly RecallUse[], limit: number): Disproved & Attempt {
  return new PartsProver(input, limit).prove(recalls);
}

class PartsProver {
  readonly #input: FunnelTerms;
  readonly #asks: Asks;
  readonly #tried: Tried;
  readonly #search: PartsSearch;
  readonly #open = new Map<string, OpenQuestion>();

  constructor(input: FunnelTerms, limit: number) {
    this.#input = input;
    this.#asks = new Asks(input);
    this.#tried = tryAll(input.funnel);
    this.#search = new PartsSearch(input, limit);
  }

  prove(recalls: readonly RecallUse[]): Disproved & Attempt {
    const steps = [...this.#input.wiring.keys()];
    const reads = [...this.#asks.readsOfEdges(), ...this.#asks.readsOfOutcomes()];
    const found = {
      unreachableSteps: steps.flatMap((at) => this.#unreachableStep(at)),
      unreachableEdges: steps.flatMap((at) => [...this.#unreachableEdges(at)]),
      unreachableOutcomes: this.#unreachableOutcomes(),
      missingAnswers: reads.flatMap((each) => this.#missingAnswer(each)),
      missingValues: reads.flatMap((each) => this.#missingValue(each)),
      missingRecalls: (['step', 'outcome'] as const)
        .flatMap((kind) => [...this.#asks.recalls(recalls, kind)])
        .flatMap((each) => this.#missingRecall(each)),
      goalsTwice: [...this.#goalsTwice()],
    };
    return { ...found, open: [...this.#open.values()], tried: this.#tried.visits };
  }

  /** What matters of some visit that comes through these points. Where it isn't known if there is one, that is left open. */
  #find(what: OpenQuestion, point: Point, through?: Point): ReturnType<PartsSearch['find']> {
    const found = this.#search.find(point, through);
    if (found === unknown) this.#open.set(JSON.stringify(what), what);
    return found;
  }

  #unreachableStep(at: number): readonly UnreachableStep[] {
    const step = this.#idOf(at);
    const what = { kind: 'step', step } as const;
    if (this.#tried.shown.has(step) || this.#find(what, this.#place(at, 'shown')) !== noVisit) return [];
    const arrived = this.#find(what, this.#place(at, 'arriving'));
    if (arrived === unknown) return [];
    const visit = this.#play(arrived === noVisit ? { steps: [] } : arrived, { at, moment: 'after' });
    return [{ step, isHidden: arrived !== noVisit, visit }];
  }

  *#unreachableEdges(at: number): Iterable<UnreachableEdge> {
    const { edges } = this.#input.wiring[at]!;
    const step = this.#idOf(at);
    if (edges.length < 2) return;
    const found: UnreachableEdge[] = [];
    const conditions = edges.map(({ when }) => when ?? this.#input.terms.true);
    for (const [edge, taken] of this.#asks.firstOf(conditions).entries()) {
      if (this.#tried.taken.has(placeOf({ at, number: edge }))) continue;
      const what = { kind: 'edge', step, edge } as const;
      if (this.#find(what, this.#place(at, 'leaving', taken)) !== noVisit) continue;
      const holding = this.#find(what, this.#place(at, 'leaving', conditions[edge]));
      const left = holding === noVisit ? this.#find(what, this.#place(at, 'leaving')) : holding;
      // A step that no visitor is shown needs no further questions.
      if (holding === unknown || left === unknown || left === noVisit) continue;
      found.push({ step, edge, isShadowed: holding !== noVisit, visit: this.#play(left, { at, moment: 'after' }) });
    }
    const last = this.#asks.lastTaken(at, new Set(found.map(({ edge }) => edge)));
    const isAlways = last && this.#search.find(this.#place(at, 'leaving', last.fails)) === noVisit;
    for (const each of found) yield { ...each, ...(isAlways && each.edge > last.edge && { coveredBy: last.edge }) };
  }

  #unreachableOutcomes(): readonly UnreachableOutcome[] {
    const at = this.#input.wiring.length;
    const found = this.#input.funnel.outcomes.flatMap(({ id: outcome }, number) => {
      const { gets, holds } = this.#asks.outcomes[number]!;
      const what = { kind: 'outcome', outcome } as const;
      if (this.#tried.outcomes.has(outcome) || this.#find(what, this.#place(at, 'arriving', gets)) !== noVisit)
        return [];
      const holding = this.#find(what, this.#place(at, 'arriving', holds));
      if (holding === unknown) return [];
      return [{ number, outcome, ...(holding !== noVisit && { shadowed: this.#play(holding) }) }];
    });
    const dead = new Set(found.map(({ number }) => number));
    return found.map(({ number, ...each }) => {
      if (!each.shadowed) return each;
      const pairs = [...this.#asks.coverings({ number, dead, instead: each.shadowed.outcome })];
      const covering = pairs.find(
        ({ uncovered }) => this.#search.find(this.#place(at, 'arriving', uncovered)) === noVisit,
      );
      return { ...each, ...(covering && { coveredBy: this.#input.funnel.outcomes[covering.above]!.id }) };
    });
  }

  #missingAnswer(suspicion: Suspicion): readonly MissingAnswer[] {
    if (suspicion.kind !== 'answer') return [];
    const { asked, field } = suspicion;
    const visit = this.#find({ kind: 'answer', asked, field }, suspicion);
    if (visit === noVisit || visit === unknown) return [];
    return [{ asked, field, visit: this.#play(visit, asked.kind === 'outcome' ? undefined : suspicion) }];
  }

  #missingValue(suspicion: Suspicion): readonly MissingValue[] {
    if (suspicion.kind !== 'computation') return [];
    const { asked, computation } = suspicion;
    const visit = this.#find({ kind: 'computation', asked, computation }, suspicion);
    if (visit === noVisit || visit === unknown) return [];
    return [{ asked, computation, visit: this.#play(visit, asked.kind === 'outcome' ? undefined : suspicion) }];
  }

  #missingRecall(suspicion: Suspicion): readonly MissingRecall[] {
    if (suspicion.kind !== 'recall') return [];
    const { recall } = suspicion;
    const visit = this.#find({ kind: 'recall', ...recall }, suspicion);
    if (visit === noVisit || visit === unknown) return [];
    return [{ ...recall, visit: this.#play(visit, recall.at.kind === 'outcome' ? undefined : suspicion) }];
  }

  *#goalsTwice(): Iterable<GoalTwice> {
    for (const [goal, places] of stepsByGoal(this.#input)) {
      for (const [number, first] of places.entries()) {
        for (const second of places.slice(number + 1)) {
          const last = this.#place(second, 'leaving');
          const both = { goal, steps: [this.#idOf(first), this.#idOf(second)] } as const;
          const visit = this.#find({ kind: 'goal', ...both }, last, this.#place(first, 'leaving'));
          if (visit === noVisit || visit === unknown) continue;
          yield { ...both, visit: this.#play(visit, last) };
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
