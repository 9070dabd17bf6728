import type { Budget } from '../solve/budget.ts';
import {
  conditionsInUse,
  type ConditionsInUse,
  type StepPhase,
  type VisitQuery,
  type StepWiring,
  wiringUpTo,
} from './transitions.ts';
import { pathConditionKey, PathConditions, noConditions } from './path-conditions.ts';
import { Substitutions, type Consequence, type PassingInParts } from './substitutions.ts';
import { endingSums, sumOf } from './sums.ts';
import { settler, type Rewrite } from './rewrite.ts';
import { ScoreVectors, TermsOfSums } from './score-vectors.ts';
import {
  AnalysisRecord,
  addVisit,
  assumeOf,
  firstVisit,
  type Analysis,
  type TooMany,
  type ShortestVisit,
} from './analysis-record.ts';
import { type Assumed, keyOfAssumed, nothingAssumed, type NumberRegions, stillAssumed } from './number-regions.ts';
import { assumedOf, EarlyDecisions, type VisitGroup, isMixed } from './early-decisions.ts';
import { below } from '../../run/walk.ts';
import { notKnown } from '../solve/solver.ts';
import { isGiven, type Slot, type Term } from '../expression/terms.ts';
import type { Terms } from '../expression/terms.ts';
import type { ExplorableFunnel, PathCondition } from './visit-state.ts';

export interface ForwardAnalysisInput {
  readonly funnel: ExplorableFunnel;
  readonly terms: Terms;
  readonly wiring: readonly StepWiring[];
  /** What to find a visit for. */
  readonly points: readonly VisitQuery[];
  /** Index of the last step that visits are followed to; the number of steps for the finish. */
  readonly until: number;
  /** Only visits for which this holds are followed past its step. */
  readonly through?: VisitQuery;
  /** Whether to count the visits, and to find the longest. */
  readonly counts?: boolean;
  /** The numbers of which no single answers are tried; without it there are none. */
  readonly regions?: NumberRegions | undefined;
  readonly budget: Budget;
}

/** Visits at one place that no condition can tell apart from there on, but by their sums. */
interface Node {
  readonly at: number;
  readonly pathCondition: PathCondition;
  /** What holds for the numbers that conditions still ask for. */
  readonly assumed: Assumed;
  /** Which sums are still of use: 1 or 0 for each. */
  readonly usedSums: string;
  readonly visits: Map<number, ShortestVisit>;
}

type Visits = readonly ShortestVisit[];

/** Visits that come from one step to another, and what they know there. */
interface Arrival {
  readonly at: number;
  readonly to: number;
  readonly pathCondition: PathCondition;
  readonly visits: Visits;
  readonly learned: Consequence;
}

/**
 * Follows all visits of a funnel, for all answers, variants and query parameters, to the letter of `engine/run`. Visits
 * are distinguished by what their past has made of the conditions that are still to be asked, and by the sums that these need;
 * of those that are alike in this, the shortest is followed.
 */
export function analyseForward(input: ForwardAnalysisInput): Analysis | TooMany {
  return new ForwardAnalysis(input).run();
}

class ForwardAnalysis {
  readonly #input: ForwardAnalysisInput;
  readonly #points: readonly VisitQuery[];
  readonly #inUse: ConditionsInUse;
  readonly #budget: Budget;
  readonly #substitutions: Substitutions;
  readonly #pathConditions: PathConditions;
  readonly #vectors: ScoreVectors;
  readonly #ofSums: TermsOfSums;
  readonly #settle: Rewrite;
  /** Where some condition asks for sums of points together with numbers of which no single ones are tried. */
  readonly #early: EarlyDecisions | undefined;
  /** The sums that points are added to for the last time at each step. */
  readonly #ending: ReadonlyMap<number, readonly Slot[]>;
  readonly #record: AnalysisRecord;
  /** The numbers of the points at each step. */
  readonly #pointsAt = new Map<number, number[]>();
  /** The nodes at each step, and at the finish. */
  readonly #nodes: Map<string, Node>[];
  /** Whether it could not be said if numbers can be as visits need them. */
  #isStuck = false;

  constructor(input: ForwardAnalysisInput) {
    const { funnel, terms, wiring, points, through } = input;
    this.#input = input;
    this.#points = through ? [...points, through] : points;
    this.#inUse = conditionsInUse(wiringUpTo(wiring, this.#points, input.until), this.#points);
    this.#budget = input.budget;
    const sums = funnel.dimensions.map(({ name }) => name).filter((name) => this.#inUse.bySlot.has(sumOf(name)));
    const { regions } = input;
    const substitutions = { funnel, terms, inUse: this.#inUse, budget: this.#budget, apart: new Set(sums) };
    this.#substitutions = new Substitutions({ ...substitutions, ...(regions && { regions }) });
    this.#pathConditions = new PathConditions(this.#inUse, this.#substitutions, this.#budget);
    this.#vectors = new ScoreVectors(sums);
    this.#ofSums = new TermsOfSums(this.#vectors, terms, this.#budget);
    this.#settle = settler(terms, new Set(sums.map(sumOf)));
    if (regions && this.#inUse.conditions.some(({ term }) => isMixed(term, regions)))
      this.#early = new EarlyDecisions({ terms, regions, budget: this.#budget });
    this.#ending = endingSums({ funnel, inUse: this.#inUse });
    this.#record = new AnalysisRecord(input.counts ?? false);
    for (const [number, { at }] of this.#points.entries()) {
      this.#pointsAt.set(at, [...(this.#pointsAt.get(at) ?? []), number]);
    }
    this.#nodes = Array.from({ length: wiring.length + 1 }, () => new Map<string, Node>());
  }

  run(): Analysis | TooMany {
    const first = firstVisit(this.#vectors.none, this.#input.counts ?? false);
    this.#nodeAt(0, noConditions, nothingAssumed).visits.set(first.vector, first);
    for (let at = 0; at <= this.#input.until; at += 1) {
      for (const node of this.#look(at)) this.#goOn(node);
      if (this.#budget.isSpent || this.#isStuck) return this.#tooMany(at);
      this.#nodes[at]!.clear();
    }
    return this.#record;
  }

  #nodeAt(at: number, pathCondition: PathCondition, assumed: Assumed): Node {
    const nodes = this.#nodes[at]!;
    const key = `${pathConditionKey(pathCondition)}${keyOfAssumed(assumed)}`;
    const known = nodes.get(key);
    if (known) return known;
    const usedSums = this.#usedSumsAt(at, pathCondition);
    const node = { at, pathCondition, assumed, usedSums, visits: new Map<number, ShortestVisit>() };
    nodes.set(key, node);
    return node;
  }

  /** The sums that a condition which is still asked depends on. */
  #usedSumsAt(at: number, pathCondition: PathCondition): string {
    const isUsed = (name: string): boolean =>
      this.#inUse.bySlot
        .get(sumOf(name))!
        .some(
          (condition) =>
            this.#inUse.isAskedFrom(condition, at) && this.#slotsOf(condition, pathCondition).has(sumOf(name)),
        );
    return this.#vectors.dimensions.map((name) => (isUsed(name) ? '1' : '0')).join('');
  }

  #slotsOf(condition: number, pathCondition: PathCondition): ReadonlySet<Slot> {
    return this.#pathConditions.term(condition, pathCondition).slots;
  }

  /** Looks at the variants and query parameters that the step's conditions depend on; the nodes that need to know no more. */
  #look(at: number): Iterable<Node> {
    const { showIf, check, edges } = this.#inUse.steps[at] ?? { showIf: undefined, edges: [] };
    const points = this.#pointsAt.get(at) ?? [];
    const asked = [showIf, check, ...edges.map(({ when }) => when), ...points].filter(
      (condition) => condition !== undefined,
    );
    const given = asked.flatMap((condition) => [...this.#inUse.conditions[condition]!.term.slots].filter(isGiven));
    const nodes = this.#nodes[at]!;
    for (const slot of new Set(given)) {
      for (const [key, node] of Array.from(nodes)) {
        if (!this.#hasToLook(node, slot, asked)) continue;
        nodes.delete(key);
        for (const learned of this.#substitutions.branchingOn(slot))
          this.#follow(node, { visits: [...node.visits.values()], assumed: node.assumed }, learned, at);
      }
    }
    return nodes.values();
  }

  #hasToLook({ at, pathCondition }: Node, slot: Slot, asked: readonly number[]): boolean {
    const showIf = this.#inUse.steps[at]?.showIf;
    const shown = showIf === undefined ? undefined : this.#settle(this.#pathConditions.term(showIf, pathCondition));
    const isNever = shown?.kind === 'known' && shown.value !== true;
    return asked.some((condition) => {
      const term = this.#pathConditions.term(condition, pathCondition);
      const isLater = condition !== showIf && this.#points[condition]?.moment !== 'arriving';
      return isLater ? !isNever && term.slots.has(slot) : this.#settle(term).slots.has(slot);
    });
  }

  #goOn(node: Node): void {
    const { at, pathCondition } = node;
    const here = (condition: number): Term => this.#settle(this.#pathConditions.term(condition, pathCondition));
    const all = [{ visits: [...node.visits.values()], assumed: node.assumed }];
    const arrived = this.#ask('arriving', at, all, here);
    const uses = this.#inUse.steps[at];
    if (!uses) return this.#record.finish(visitsOf(arrived));
    const hiding = { by: { kind: 'hidden' as const }, substitutions: this.#substitutions.passingOver(at) };
    const [shown, hidden] = uses.showIf === undefined ? [arrived, []] : this.#divide(arrived, here(uses.showIf));
    if (!this.#isBypassed(at))
      for (const group of hidden) this.#follow(node, group, hiding, below(this.#input.funnel.steps, at));
    this.#record.show(at, visitsOf(shown));
    this.#leave(node, this.#ask('shown', at, shown, here));
  }

  #leave(node: Node, groups: readonly VisitGroup[]): void {
    if (groups.length === 0) return;
    const inParts = this.#substitutions.inParts(node.at);
    if (!inParts) return this.#pass(node, groups, this.#substitutions.passing(node.at));
    for (const answered of this.#answerParts(node, groups, inParts.parts)) {
      const group = { visits: [...answered.visits.values()], assumed: answered.assumed };
      this.#pass(answered, [group], [inParts.passed]);
    }
  }

  /** What visits to a step come to by answering it part by part; those that are alike after a part are looked at together. */
  #answerParts(node: Node, groups: readonly VisitGroup[], parts: PassingInParts['parts']): readonly Node[] {
    let nodes = groups.map(({ visits, assumed }): Node => {
      return { ...node, assumed, visits: new Map(visits.map((visit) => [visit.vector, visit])) };
    });
    for (const kinds of parts) {
      const answered = new Map<string, Node>();
      for (const { pathCondition: before, assumed, visits } of nodes) {
        for (const learned of kinds) {
          if (this.#budget.isSpent) return [];
          const pathCondition = this.#pathConditions.between(node.at, node.at, learned, before);
          const key = `${pathConditionKey(pathCondition)}${keyOfAssumed(assumed)}`;
          const next = answered.get(key) ?? {
            ...node,
            pathCondition,
            assumed,
            visits: new Map<number, ShortestVisit>(),
          };
          answered.set(key, next);
          this.#add(next, visits.values(), learned);
          this.#budget.spend(visits.size / 2);
        }
      }
      nodes = [...answered.values()];
    }
    return nodes;
  }

  #add(node: Node, visits: Iterable<ShortestVisit>, { by }: Consequence): void {
    for (const visit of visits) {
      const vector = this.#vectors.reduce(this.#vectors.add(visit.vector, by), node.usedSums);
      addVisit(node, { from: visit, by }, vector);
    }
  }

  #pass({ at, pathCondition }: Node, groups: readonly VisitGroup[], consequences: readonly Consequence[]): void {
    for (const learned of consequences) {
      if (this.#budget.isSpent || this.#isStuck) return;
      const then = (condition: number): Term =>
        this.#settle(this.#pathConditions.termAfter(condition, learned, pathCondition));
      const { check, edges } = this.#inUse.steps[at]!;
      const answered = this.#ask('answering', at, groups, then, learned);
      const [taken] = check === undefined ? [answered] : this.#divide(answered, then(check), learned);
      let waiting = this.#ask('leaving', at, taken, then, learned);
      for (const [number, { when, to }] of edges.entries()) {
        const [leaving, staying] = when === undefined ? [waiting, []] : this.#divide(waiting, then(when), learned);
        this.#record.take({ at, number }, visitsOf(leaving), learned);
        for (const group of leaving) this.#follow({ at, pathCondition }, group, learned, to);
        waiting = staying;
      }
    }
  }

  /** Notes for which visits the points of a place hold; gives those to follow. */
  #ask(
    moment: StepPhase,
    at: number,
    groups: readonly VisitGroup[],
    termOf: TermOf,
    learned?: Consequence,
  ): readonly VisitGroup[] {
    let followed = groups;
    const asked = (this.#pointsAt.get(at) ?? []).filter((number) => this.#points[number]!.moment === moment);
    for (const number of asked.toReversed()) {
      const term = termOf(number);
      if (this.#points[number] === this.#input.through) [followed] = this.#divide(followed, term, learned);
      else {
        for (const { visits, assumed } of followed) {
          this.#record.hold(number, visits, (visit) => this.#holding(term, visit, assumed, learned), learned);
        }
      }
    }
    return followed;
  }

  /** Those for which a term holds, and the others; those for whom it depends on their numbers are looked at as both. */
  #divide(
    groups: readonly VisitGroup[],
    term: Term,
    learned?: Consequence,
  ): readonly [holding: readonly VisitGroup[], others: readonly VisitGroup[]] {
    if (term.kind === 'known') return term.value === true ? [groups, []] : [[], groups];
    const [holding, others]: [VisitGroup[], VisitGroup[]] = [[], []];
    for (const { visits, assumed } of groups) {
      for (const [open, together] of this.#byTerm(visits, term, learned)) {
        const verdict = this.#verdict(open, assumed);
        if (verdict === 'always') holding.push({ visits: together, assumed });
        else if (verdict === 'never') others.push({ visits: together, assumed });
        else {
          holding.push(assumedOf(together, assumed, open));
          others.push(assumedOf(together, assumed, this.#input.regions!.not(open)));
        }
      }
    }
    return [holding, others];
  }

  /** Visits by the rest of a term when their sums are known. */
  #byTerm(
    visits: readonly ShortestVisit[],
    term: Term,
    learned: Consequence | undefined,
  ): ReadonlyMap<Term, readonly ShortestVisit[]> {
    const byTerm = new Map<Term, ShortestVisit[]>();
    for (const visit of visits) {
      const open = this.#ofSums.term(term, this.#vectorOf(visit, learned));
      const together = byTerm.get(open);
      if (together) together.push(visit);
      else byTerm.set(open, [visit]);
    }
    return byTerm;
  }

  /** The visit as it is where a term holds, if it can; when it is left, with the points of what was just learned. */
  #holding(term: Term, visit: ShortestVisit, assumed: Assumed, learned?: Consequence): ShortestVisit | undefined {
    const open = this.#ofSums.term(term, this.#vectorOf(visit, learned));
    const verdict = this.#verdict(open, assumed);
    if (verdict === 'never') return undefined;
    return verdict === 'always' ? visit : assumeOf(visit, open);
  }

  #vectorOf({ vector }: ShortestVisit, learned: Consequence | undefined): number {
    return learned ? this.#vectors.add(vector, learned.by) : vector;
  }

  #verdict(term: Term, assumed: Assumed): 'always' | 'sometimes' | 'never' {
    if (term.kind === 'known') return term.value === true ? 'always' : 'never';
    const verdict = this.#input.regions!.holds(term, assumed, this.#budget);
    if (verdict !== notKnown) return verdict;
    this.#isStuck = true;
    return 'sometimes';
  }

  #follow(
    node: Pick<Node, 'at' | 'pathCondition'>,
    { visits, assumed }: VisitGroup,
    learned: Consequence,
    to: number,
  ): void {
    const { at, pathCondition } = node;
    if (visits.length === 0 || to > this.#input.until || this.#isPastBy(at, to)) return;
    const known = this.#pathConditions.between(at, to, learned, pathCondition);
    for (const [withSums, alike] of this.#endSums({ at, to, pathCondition: known, visits, learned })) {
      const group = { visits: alike, assumed };
      for (const [decided, each] of this.#early?.decide(withSums, group) ?? [[withSums, group] as const]) {
        const next = this.#nodeAt(to, decided, stillAssumed(each.assumed, decided.values()));
        this.#add(next, each.visits, learned);
        this.#budget.spend(each.visits.length / 2);
      }
    }
  }

  /** Puts sums into the conditions that no later step adds to: there these often come to the same as others. */
  #endSums({ at, to, pathCondition, visits, learned }: Arrival): Iterable<readonly [PathCondition, Visits]> {
    if (!this.#early) return [[pathCondition, visits]];
    const ended = [...this.#ending].flatMap(([step, slots]) => (step >= at && step < to ? slots : []));
    const asked = new Set(ended.flatMap((slot) => this.#inUse.bySlot.get(slot) ?? []));
    const conditions = [...asked].filter((condition) => this.#inUse.isAskedFrom(condition, to));
    if (conditions.length === 0) return [[pathCondition, visits]];
    const alike = new Map<Rewrite, ShortestVisit[]>();
    for (const visit of visits) {
      const rewrite = this.#ofSums.putIn(ended, this.#vectorOf(visit, learned));
      const together = alike.get(rewrite);
      if (together) together.push(visit);
      else alike.set(rewrite, [visit]);
    }
    return [...alike].map(([rewrite, together]) => {
      const terms = conditions.map(
        (condition) => [condition, this.#pathConditions.term(condition, pathCondition)] as const,
      );
      const rewritten = terms.map(([condition, term]) => [condition, rewrite(term)] as const);
      return [new Map([...pathCondition, ...rewritten]), together] as const;
    });
  }

  /** Whether a way leads past the step that visits have to go through. */
  #isPastBy(at: number, to: number): boolean {
    const through = this.#input.through?.at ?? -1;
    return at < through && to > through;
  }

  /** Whether visits that are not shown a step have gone past what they have to go through. */
  #isBypassed(at: number): boolean {
    const { through } = this.#input;
    return through?.at === at && through.moment !== 'arriving';
  }

  /** The step at whose leaving there are too many, and what is known by then that tells them apart. */
  #tooMany(at: number): TooMany {
    const tracked = new Set<Slot>();
    for (const { pathCondition, usedSums } of this.#nodes.slice(at).flatMap((nodes) => [...nodes.values()])) {
      for (const [condition, left] of pathCondition) {
        for (const slot of this.#inUse.conditions[condition]!.term.slots) if (!left.slots.has(slot)) tracked.add(slot);
      }
      for (const [place, name] of this.#vectors.dimensions.entries()) {
        if (usedSums[place] === '1') tracked.add(sumOf(name));
      }
    }
    return { kind: 'too many', at, tracked: [...tracked] };
  }
}

type TermOf = (condition: number) => Term;

function visitsOf(groups: readonly VisitGroup[]): readonly ShortestVisit[] {
  return groups.length === 1 ? groups[0]!.visits : groups.flatMap(({ visits }) => visits);
}
