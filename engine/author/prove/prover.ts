import type { ExampleVisit } from '../../problem.ts';
import { Budget } from '../solve/budget.ts';
import type { Moment, Point } from '../explore/transitions.ts';
import { placeOf, type Found, type Analysis } from '../explore/analysis-record.ts';
import type { Term } from '../expression/terms.ts';
import type { Visit } from '../explore/analysis-record.ts';
import { Asks, type FunnelTerms, type Suspicion } from './asks.ts';
import { play, tryOutcomes } from './replay.ts';
import { Search, TooManyVisitsError } from './search.ts';
import type {
  Disproved,
  GoalTwice,
  MissingAnswer,
  MissingRecall,
  MissingValue,
  UnreachableEdge,
  UnreachableOutcome,
  UnreachableStep,
  RecallUse,
} from './verdicts.ts';

/** Proves everything of all visits, looked at together a few times. Throws where they are too many. */
export class Prover {
  readonly #input: FunnelTerms;
  readonly #search: Search;
  readonly #goals: Search;
  readonly #examples: Search;
  readonly #asks: Asks;

  constructor(input: FunnelTerms, limit: number) {
    this.#input = input;
    this.#search = new Search(input, new Budget(limit));
    this.#goals = new Search(input, new Budget(limit));
    this.#examples = new Search(input, new Budget(limit));
    this.#asks = new Asks(input);
  }

  prove(recalls: readonly RecallUse[]): Disproved {
    const ofEdges = [...this.#asks.readsOfEdges(), ...this.#asks.recalls(recalls, 'step')];
    const analysis = this.#search.analyse({ points: ofEdges });
    const ofOutcomes = [...this.#asks.readsOfOutcomes(), ...this.#asks.recalls(recalls, 'outcome')];
    const [unshown, untaken] = [[...this.#unshown(analysis)], [...this.#untaken(analysis)]];
    const tried = tryOutcomes(this.#input.funnel);
    const untried = this.#input.funnel.outcomes.flatMap(({ id }, number) => (tried.has(id) ? [] : [number]));
    const ends = untried.map((number) =>
      this.#place(this.#input.wiring.length, 'arriving', this.#asks.outcomes[number]!.gets),
    );
    const lastTaken = [...this.#lastTaken(untaken)];
    const asked = [
      ...unshown,
      ...untaken.map(({ point }) => point),
      ...ends,
      ...ofOutcomes,
      ...lastTaken.map(({ point }) => point),
    ];
    const later = asked.length > 0 ? this.#search.analyse({ points: asked }).holding : new Map<number, Found>();
    const atEdges = unshown.length;
    const atEnds = atEdges + untaken.length;
    const atOutcomes = atEnds + ends.length;
    const atLastTaken = atOutcomes + ofOutcomes.length;
    const covering = lastTaken.filter((_, number) => !later.has(atLastTaken + number));
    const confirmed = [
      ...ofEdges.map((suspicion, number) => ({ suspicion, found: analysis.holding.get(number) })),
      ...ofOutcomes.map((suspicion, number) => ({ suspicion, found: later.get(atOutcomes + number) })),
    ].flatMap(({ suspicion, found }) => (found ? [{ suspicion, visit: found.shortest }] : []));
    return {
      unreachableSteps: unshown.map((point, number) => this.#unreachableStep(point, analysis, later.get(number))),
      unreachableEdges: untaken.map((each, number) =>
        this.#unreachableEdge(each, later.get(atEdges + number), covering),
      ),
      unreachableOutcomes: this.#unreachableOutcomes(untried.filter((_, number) => !later.has(atEnds + number))),
      missingAnswers: confirmed.flatMap((each) => this.#missingAnswer(each)),
      missingValues: confirmed.flatMap((each) => this.#missingValue(each)),
      missingRecalls: confirmed.flatMap((each) => this.#missingRecall(each)),
      goalsTwice: [...this.#goalsTwice(analysis)],
    };
  }

  /** The arrival at each step that no visitor is shown. */
  *#unshown({ shown }: Analysis): Iterable<Point> {
    for (const at of this.#input.wiring.keys()) if (!shown.has(at)) yield this.#place(at, 'arriving');
  }

  #unreachableStep(arrival: Point, analysis: Analysis, arrived: Found | undefined): UnreachableStep {
    const { at } = arrival;
    const exampleOf = (): ExampleVisit =>
      arrived ? this.#exampleAfter(arrival, arrived.shortest) : this.#search.exampleAfter(at, analysis);
    return lazily({ step: this.#input.funnel.steps[at]!.id, isHidden: arrived !== undefined }, exampleOf);
  }

  /** The edges that no visitor takes, and what is asked of those who leave their steps: whether their conditions hold. */
  *#untaken(analysis: Analysis): Iterable<Untaken> {
    for (const [at, { edges }] of this.#input.wiring.entries()) {
      if (!analysis.shown.has(at)) continue;
      for (const [edge, { when }] of edges.entries()) {
        if (!analysis.taken.has(placeOf({ at, number: edge }))) yield { edge, point: this.#place(at, 'leaving', when) };
      }
    }
  }

  /** For each step with such edges, the last edge above them, and what is asked of it: whether its condition ever fails. */
  *#lastTaken(untaken: readonly Untaken[]): Iterable<Untaken> {
    for (const at of new Set(untaken.map(({ point }) => point.at))) {
      const dead = new Set(untaken.flatMap(({ edge, point }) => (point.at === at ? [edge] : [])));
      const last = this.#asks.lastTaken(at, dead);
      if (last) yield { edge: last.edge, point: this.#place(at, 'leaving', last.fails) };
    }
  }

  #unreachableEdge(
    { edge, point }: Untaken,
    holding: Found | undefined,
    covering: readonly Untaken[],
  ): UnreachableEdge {
    const leave = this.#place(point.at, 'leaving');
    const exampleOf = (): ExampleVisit => this.#exampleAfter(holding ? point : leave, holding?.shortest);
    const cover = covering.find((each) => each.point.at === point.at && each.edge < edge);
    const found = {
      step: this.#input.funnel.steps[point.at]!.id,
      edge,
      isShadowed: holding !== undefined,
      ...(cover && { coveredBy: cover.edge }),
    };
    return lazily(found, exampleOf);
  }

  /**
   * The shortest visit that comes through a point, and is shown something after it or finishes. Where so many are asked for
   * that it would take too long, one of those that come soonest to the point.
   */
  #exampleAfter(through: Point, soonest: Visit | undefined): ExampleVisit {
    const { funnel } = this.#input;
    try {
      return this.#search.exampleAfter(through.at, this.#examples.analyse({ through }));
    } catch (error) {
      if (!(error instanceof TooManyVisitsError)) throw error;
      const passed = soonest ? this.#search.exampleOf(soonest) : this.#search.findInSlice(through)!;
      return play(funnel, passed, { at: through.at, moment: 'after' });
    }
  }

  #unreachableOutcomes(numbers: readonly number[]): readonly UnreachableOutcome[] {
    if (numbers.length === 0) return [];
    const points = numbers.map((number) =>
      this.#place(this.#input.wiring.length, 'arriving', this.#asks.outcomes[number]!.holds),
    );
    const { holding } = this.#search.analyse({ points });
    const found = numbers.map((number, at) => {
      const visit = holding.get(at)?.shortest;
      return { number, shadowed: visit && this.#search.exampleOf(visit) };
    });
    const covering = this.#coveringOutcomes(found);
    return found.map(({ number, shadowed }) => {
      const coveredBy = covering.get(number);
      return { outcome: this.#idOf(number), ...(shadowed && { shadowed }), ...(coveredBy && { coveredBy }) };
    });
  }

  /** By the number of an outcome that no visitor gets: the one above it that takes all of its visitors. */
  #coveringOutcomes(found: readonly ShadowedOutcome[]): ReadonlyMap<number, string> {
    const dead = new Set(found.map(({ number }) => number));
    const pairs = found.flatMap(({ number, shadowed }) =>
      shadowed
        ? [...this.#asks.coverings({ number, dead, instead: shadowed.outcome })].map((each) => ({ number, ...each }))
        : [],
    );
    if (pairs.length === 0) return new Map();
    const points = pairs.map(({ uncovered }) => this.#place(this.#input.wiring.length, 'arriving', uncovered));
    const { holding } = this.#search.analyse({ points });
    const covering = pairs.filter((_, number) => !holding.has(number));
    return new Map(covering.toReversed().map(({ number, above }) => [number, this.#idOf(above)]));
  }

  #idOf(outcome: number): string {
    return this.#input.funnel.outcomes[outcome]!.id;
  }

  #missingAnswer({ suspicion, visit }: Confirmed): readonly MissingAnswer[] {
    if (suspicion.kind !== 'answer') return [];
    return [{ asked: suspicion.asked, field: suspicion.field, visit: this.#search.exampleOf(visit) }];
  }

  #missingValue({ suspicion, visit }: Confirmed): readonly MissingValue[] {
    if (suspicion.kind !== 'computation') return [];
    return [{ asked: suspicion.asked, computation: suspicion.computation, visit: this.#search.exampleOf(visit) }];
  }

  #missingRecall({ suspicion, visit }: Confirmed): readonly MissingRecall[] {
    if (suspicion.kind !== 'recall') return [];
    const isStep = suspicion.recall.at.kind === 'step';
    return [{ ...suspicion.recall, visit: isStep ? this.#search.exampleAt(visit) : this.#search.exampleOf(visit) }];
  }

  /** Of steps with the same goal, those that one visit passes. */
  *#goalsTwice({ shown }: Analysis): Iterable<GoalTwice> {
    const { steps } = this.#input.funnel;
    for (const [goal, places] of stepsByGoal(this.#input)) {
      const seen = places.filter((at) => shown.has(at));
      for (const [number, first] of seen.entries()) {
        const others = seen.slice(number + 1);
        if (others.length === 0) continue;
        const points = others.map((at) => this.#place(at, 'leaving'));
        const { holding } = this.#goals.analyse({
          points,
          through: this.#place(first, 'leaving'),
          until: others.at(-1)!,
        });
        for (const [at, { shortest }] of holding)
          yield { goal, steps: [steps[first]!.id, steps[others[at]!]!.id], visit: this.#search.exampleOf(shortest) };
      }
    }
  }

  #place(at: number, moment: Moment, term: Term = this.#input.terms.true): Point {
    return { at, moment, term };
  }
}

/** The indexes of the steps that have a goal. */
export function stepsByGoal({ funnel }: FunnelTerms): ReadonlyMap<string, readonly number[]> {
  const byGoal = new Map<string, number[]>();
  for (const [at, { goal }] of funnel.steps.entries()) {
    if (goal === undefined) continue;
    const places = byGoal.get(goal) ?? [];
    places.push(at);
    byGoal.set(goal, places);
  }
  return byGoal;
}

/** With a visit that is looked for only when it is read: not everything found is reported. */
function lazily<Found extends object>(
  found: Found,
  findVisit: () => ExampleVisit,
): Found & { readonly visit: ExampleVisit } {
  let visit: ExampleVisit | undefined;
  return {
    ...found,
    get visit() {
      return (visit ??= findVisit());
    },
  };
}

/** An edge that no visitor takes. */
interface Untaken {
  readonly edge: number;
  readonly point: Point;
}

/** An outcome that no visitor gets, with a visit for which its condition holds. */
interface ShadowedOutcome {
  readonly number: number;
  readonly shadowed: ExampleVisit | undefined;
}

interface Confirmed {
  readonly suspicion: Suspicion;
  readonly visit: Visit;
}
