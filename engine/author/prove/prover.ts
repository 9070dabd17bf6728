import type { ExampleVisit } from '../../problem.ts';
import { Budget } from '../solve/budget.ts';
import type { StepPhase, VisitQuery } from '../explore/transitions.ts';
import { placeOf, type Found, type Analysis } from '../explore/analysis-record.ts';
import type { Term } from '../expression/terms.ts';
import type { ShortestVisit } from '../explore/analysis-record.ts';
import { Asks, type FunnelTerms, type Suspicion } from './asks.ts';
import { isStuck, play, tryOutcomes } from './replay.ts';
import { Search, unlessTooMany } from './search.ts';
import type {
  Disproved,
  GoalTwice,
  UnreachableEdge,
  UnreachableOutcome,
  UnreachableStep,
  RecallUse,
} from './verdicts.ts';

/** Proves what there is to prove of all visits, looked at together a few times. Throws where they are too many. */
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

  /** What there is to find on the way, up to where an outcome is asked for. */
  steps(recalls: readonly RecallUse[]): Partial<Disproved> {
    const asks = this.#asks;
    const reads = [...asks.readsOfEdges(), ...asks.recalls(recalls, 'step'), ...asks.stuck(), ...asks.bare()];
    const refusing = [...asks.refusing()];
    const offering = [...asks.offering()];
    const analysis = this.#search.analyse({ points: [...reads, ...refusing, ...offering] });
    const atOffering = reads.length + refusing.length;
    const [unshown, untaken] = [[...this.#unshown(analysis)], [...this.#untaken(analysis)]];
    const lastTaken = [...this.#lastTaken(untaken)];
    const later = this.#holding([...unshown, ...[...untaken, ...lastTaken].map(({ point }) => point)]);
    const atEdges = unshown.length;
    const atLastTaken = atEdges + untaken.length;
    const covering = lastTaken.filter((_, number) => !later.has(atLastTaken + number));
    return {
      unreachableSteps: unshown.map((point, number) => this.#unreachableStep(point, analysis, later.get(number))),
      unreachableEdges: untaken.map((each, number) =>
        this.#unreachableEdge(each, { analysis, holding: later.get(atEdges + number), covering }),
      ),
      ...this.#missing(reads, analysis.holding),
      goalsTwice: [...this.#goalsTwice(analysis)],
      unofferedOptions: offering
        .filter(({ at }, number) => analysis.shown.has(at) && !analysis.holding.has(atOffering + number))
        .map(({ step, option }) => ({ step, option })),
      idleChecks: refusing.flatMap(({ at }, number) =>
        analysis.shown.has(at) && !analysis.holding.has(reads.length + number)
          ? [this.#input.funnel.steps[at]!.id]
          : [],
      ),
    };
  }

  /** What there is to find of the outcomes. */
  outcomes(recalls: readonly RecallUse[]): Partial<Disproved> {
    const reads = [...this.#asks.readsOfOutcomes(), ...this.#asks.recalls(recalls, 'outcome')];
    const tried = tryOutcomes(this.#input.funnel);
    const untried = this.#input.funnel.outcomes.flatMap(({ id }, number) => (tried.has(id) ? [] : [number]));
    const ends = untried.map((number) => this.#atFinish(this.#asks.outcomes[number]!.gets));
    const holding = this.#holding([...reads, ...ends]);
    const unreachable = untried.filter((_, number) => !holding.has(reads.length + number));
    return { unreachableOutcomes: this.#unreachableOutcomes(unreachable), ...this.#missing(reads, holding) };
  }

  /** The visits for which these hold, by their numbers. */
  #holding(points: readonly VisitQuery[]): Analysis['holding'] {
    return points.length > 0 ? this.#search.analyse({ points }).holding : new Map();
  }

  /** The arrival at each step that no visitor is shown. */
  *#unshown({ shown }: Analysis): Iterable<VisitQuery> {
    for (const at of this.#input.wiring.keys()) if (!shown.has(at)) yield this.#place(at, 'arriving');
  }

  #unreachableStep(arrival: VisitQuery, analysis: Analysis, arrived: Found | undefined): UnreachableStep {
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

  #unreachableEdge({ edge, point }: Untaken, { analysis, holding, covering }: EdgeEvidence): UnreachableEdge {
    const through = holding ? point : this.#place(point.at, 'leaving');
    const soonest = holding?.shortest ?? analysis.shown.get(point.at)!;
    const cover = covering.find((each) => each.point.at === point.at && each.edge < edge);
    const found = {
      step: this.#input.funnel.steps[point.at]!.id,
      edge,
      isShadowed: holding !== undefined,
      ...(cover && { coveredBy: cover.edge }),
    };
    return lazily(found, () => this.#exampleAfter(through, soonest));
  }

  /**
   * The shortest visit that comes through a point, and is shown something after it or finishes. Where so many are asked for
   * that it would take too long, one of those that come soonest to the point.
   */
  #exampleAfter(through: VisitQuery, soonest: ShortestVisit): ExampleVisit {
    return unlessTooMany(
      () => this.#search.exampleAfter(through.at, this.#examples.analyse({ through })),
      () => play(this.#input.funnel, this.#search.exampleOf(soonest), { at: through.at, moment: 'after' }),
    );
  }

  #unreachableOutcomes(numbers: readonly number[]): readonly UnreachableOutcome[] {
    const holding = this.#holding(numbers.map((number) => this.#atFinish(this.#asks.outcomes[number]!.holds)));
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
    const holding = this.#holding(pairs.map(({ uncovered }) => this.#atFinish(uncovered)));
    const covering = pairs.filter((_, number) => !holding.has(number));
    return new Map(covering.toReversed().map(({ number, above }) => [number, this.#idOf(above)]));
  }

  #idOf(outcome: number): string {
    return this.#input.funnel.outcomes[outcome]!.id;
  }

  /** What some visit lacks, of what visits may lack. */
  #missing(suspicions: readonly Suspicion[], holding: Analysis['holding']): Missing {
    const missing = suspicions.flatMap((suspicion, number) => {
      const visit = holding.get(number)?.shortest;
      if (!visit) return [];
      const isOnScreen =
        suspicion.kind === 'stuck' ||
        suspicion.kind === 'bare' ||
        (suspicion.kind === 'recall' && suspicion.recall.at.kind === 'step');
      return [{ ...suspicion, visit: isOnScreen ? this.#search.exampleAt(visit) : this.#search.exampleOf(visit) }];
    });
    return {
      missingAnswers: missing.flatMap((each) =>
        each.kind === 'answer' ? [{ asked: each.asked, field: each.field, visit: each.visit }] : [],
      ),
      missingValues: missing.flatMap((each) =>
        each.kind === 'computation' ? [{ asked: each.asked, computation: each.computation, visit: each.visit }] : [],
      ),
      missingRecalls: missing.flatMap((each) =>
        each.kind === 'recall' ? [{ ...each.recall, visit: each.visit }] : [],
      ),
      stuck: missing.flatMap((each) =>
        each.kind === 'stuck' && isStuck(this.#input.funnel, each.visit)
          ? [{ step: each.step, visit: each.visit }]
          : [],
      ),
      bare: missing.flatMap((each) => (each.kind === 'bare' ? [{ step: each.step, visit: each.visit }] : [])),
    };
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

  #place(at: number, moment: StepPhase, term: Term = this.#input.terms.true): VisitQuery {
    return { at, moment, term };
  }

  #atFinish(term: Term): VisitQuery {
    return this.#place(this.#input.wiring.length, 'arriving', term);
  }
}

/** All that several proofs have found. */
export function together(all: readonly Partial<Disproved>[]): Disproved {
  return {
    unreachableSteps: all.flatMap(({ unreachableSteps = [] }) => unreachableSteps),
    unreachableEdges: all.flatMap(({ unreachableEdges = [] }) => unreachableEdges),
    unreachableOutcomes: all.flatMap(({ unreachableOutcomes = [] }) => unreachableOutcomes),
    missingAnswers: all.flatMap(({ missingAnswers = [] }) => missingAnswers),
    missingValues: all.flatMap(({ missingValues = [] }) => missingValues),
    missingRecalls: all.flatMap(({ missingRecalls = [] }) => missingRecalls),
    goalsTwice: all.flatMap(({ goalsTwice = [] }) => goalsTwice),
    stuck: all.flatMap(({ stuck = [] }) => stuck),
    bare: all.flatMap(({ bare = [] }) => bare),
    unofferedOptions: all.flatMap(({ unofferedOptions = [] }) => unofferedOptions),
    idleChecks: all.flatMap(({ idleChecks = [] }) => idleChecks),
  };
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
  readonly point: VisitQuery;
}

/** What is known of it: whether its condition holds for some visits, and which edges above take all of them. */
interface EdgeEvidence {
  readonly analysis: Analysis;
  readonly holding: Found | undefined;
  readonly covering: readonly Untaken[];
}

/** An outcome that no visitor gets, with a visit for which its condition holds. */
interface ShadowedOutcome {
  readonly number: number;
  readonly shadowed: ExampleVisit | undefined;
}

type Missing = Pick<Disproved, 'missingAnswers' | 'missingValues' | 'missingRecalls' | 'stuck' | 'bare'>;
