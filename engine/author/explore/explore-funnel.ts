import { Budget } from '../solve/budget.ts';
import { pathConditionKey, PathConditions, noConditions } from './path-conditions.ts';
import { type Consequence, Substitutions } from './substitutions.ts';
import { type Rewrite, settler } from './rewrite.ts';
import { isGiven, type Slot, type Term, Terms } from '../expression/terms.ts';
import { type Assumed, assuming, keyOfAssumed, nothingAssumed, NumberRegions, stillAssumed } from './number-regions.ts';
import { below } from '../../run/walk.ts';
import { notKnown } from '../solve/solver.ts';
import type { Answer } from '../../model.ts';
import { conditionsInUse, type ConditionsInUse, type StepConditions, wiringOf } from './transitions.ts';
import type { ExplorableFunnel, PathCondition, VisitMove, VisitState, VisitTransition } from './visit-state.ts';

/**
 * How much work an exploration is allowed: about as many ways from state to state, each counted with the conditions that
 * it carries on. It takes about half a second; funnels that people write take hundreds.
 */
const defaultLimit = 100_000;

/** Every state that visits can come to, in an order in which every way leads on; the first is the start. */
export interface Exploration {
  readonly states: readonly VisitState[];
  /** Numbers for which what was assumed on the way to a state holds, by their names. */
  readonly numbersTo: (state: VisitState) => (number: Slot) => Answer | undefined;
}

/**
 * Explores all visits of a funnel, for all answers, variants and query parameters, to the letter of `engine/run`. Visits
 * that no condition further on can tell apart are one state: without conditions there is one for each step. Nothing
 * if there are too many. A lower `stepsLimit` is not looked at.
 */
export function exploreFunnel(funnel: ExplorableFunnel, limit: number = defaultLimit): Exploration | undefined {
  const terms = new Terms();
  const inUse = conditionsInUse(wiringOf(funnel, terms));
  const budget = new Budget(limit);
  const regions = new NumberRegions(funnel, terms);
  return new Explorer({
    steps: funnel.steps,
    inUse,
    budget,
    substitutions: new Substitutions({ funnel, terms, inUse, budget, regions }),
    settle: settler(terms),
    regions,
  }).explore();
}

interface ExplorerInput {
  readonly steps: ExplorableFunnel['steps'];
  readonly inUse: ConditionsInUse;
  readonly budget: Budget;
  readonly substitutions: Substitutions;
  readonly settle: Rewrite;
  readonly regions: NumberRegions;
}

/** A state in the making. */
interface Draft extends VisitState {
  index: number;
  isShown: boolean;
  shown: number;
  reached: VisitState['reached'];
  readonly transitions: VisitTransition[];
  readonly pathCondition: PathCondition;
  readonly assumed: Assumed;
}

const nothingAsked: StepConditions = { showIf: undefined, edges: [] };

class Explorer {
  readonly #steps: ExplorableFunnel['steps'];
  readonly #inUse: ConditionsInUse;
  readonly #budget: Budget;
  readonly #substitutions: Substitutions;
  readonly #pathConditions: PathConditions;
  readonly #settle: Rewrite;
  readonly #regions: NumberRegions;
  /** The states at each step. */
  readonly #arrived: Draft[][];
  readonly #byPathCondition = new Map<string, Draft>();
  readonly #states: Draft[] = [];

  constructor({ steps, inUse, budget, substitutions, settle, regions }: ExplorerInput) {
    this.#steps = steps;
    this.#inUse = inUse;
    this.#budget = budget;
    this.#substitutions = substitutions;
    this.#pathConditions = new PathConditions(inUse, substitutions, budget);
    this.#settle = settle;
    this.#regions = regions;
    this.#arrived = Array.from({ length: inUse.steps.length + 1 }, () => []);
  }

  /** Step by step: when a step's turn comes, all ways to it are known. */
  explore(): Exploration | undefined {
    this.#arrive(0, noConditions, nothingAssumed);
    for (const [at, arrived] of this.#arrived.entries()) {
      const slots = this.#slotsToLookAt(at);
      const waiting = slots.length > 0 ? this.#look(slots, arrived) : arrived;
      for (const state of this.#divide(at, waiting)) this.#goOn(state);
    }
    if (this.#budget.isSpent) return undefined;
    return { states: this.#states, numbersTo: (state) => this.#regions.answersFor(assumedBy(state)) };
  }

  /** States in which it depends on numbers whether the step is shown become two, before any goes on. */
  #divide(at: number, waiting: Iterable<Draft>): Iterable<Draft> {
    const showIf = this.#inUse.steps[at]?.showIf;
    if (showIf === undefined) return waiting;
    const divided = new Set(waiting);
    for (const state of divided) {
      const term = this.#settle(this.#pathConditions.term(showIf, state.pathCondition));
      if (this.#verdict(term, state.assumed) !== 'sometimes') continue;
      divided.delete(state);
      this.#finish(state);
      for (const each of [term, this.#regions.not(term)]) {
        const learned: Consequence = { by: { kind: 'assumed', term: each }, substitutions: [] };
        divided.add(this.#follow(state, learned, at, assuming(state.assumed, each)));
      }
    }
    return divided;
  }

  /** The variants and query parameters that a step's conditions depend on. */
  #slotsToLookAt(at: number): readonly Slot[] {
    const { steps, conditions } = this.#inUse;
    const { showIf, check, edges } = steps[at] ?? nothingAsked;
    const asked = [showIf, check, ...edges.map(({ when }) => when)].filter((condition) => condition !== undefined);
    return [...new Set(asked.flatMap((condition) => [...conditions[condition]!.term.slots].filter(isGiven)))];
  }

  /**
   * Looks where it matters, at one slot after the other: so every way leads to a state whose turn comes later. Gives the
   * states that need to know no more.
   */
  #look(slots: readonly Slot[], arrived: readonly Draft[]): ReadonlySet<Draft> {
    const waiting = new Set(arrived);
    for (const slot of slots) {
      for (const state of [...waiting].filter((each) => this.#hasToLook(each, slot))) {
        waiting.delete(state);
        this.#finish(state);
        for (const learned of this.#substitutions.branchingOn(slot))
          waiting.add(this.#follow(state, learned, state.at, state.assumed));
      }
    }
    return waiting;
  }

  #hasToLook({ at, pathCondition }: Draft, slot: Slot): boolean {
    const { showIf, check, edges } = this.#inUse.steps[at]!;
    const shown = showIf === undefined ? undefined : this.#settle(this.#pathConditions.term(showIf, pathCondition));
    if (shown?.slots.has(slot)) return true;
    if (shown?.kind === 'known' && shown.value !== true) return false;
    return [check, ...edges.map(({ when }) => when)].some(
      (condition) => condition !== undefined && this.#pathConditions.term(condition, pathCondition).slots.has(slot),
    );
  }

  #goOn(state: Draft): void {
    const { at, pathCondition } = state;
    this.#finish(state);
    const uses = this.#inUse.steps[at];
    if (!uses || this.#budget.isSpent) return;
    const showIf = uses.showIf === undefined ? undefined : this.#pathConditions.term(uses.showIf, pathCondition);
    if (showIf && this.#verdict(this.#settle(showIf), state.assumed) === 'never') {
      const hiding = { by: { kind: 'hidden' as const }, substitutions: this.#substitutions.passingOver(at) };
      this.#follow(state, hiding, below(this.#steps, at), state.assumed);
      return;
    }
    state.isShown = true;
    for (const learned of this.#substitutions.passing(at)) this.#leave(state, learned, uses);
  }

  #leave(state: Draft, learned: Consequence, { check, edges }: StepConditions): void {
    let { assumed } = state;
    if (check !== undefined) {
      const taken = this.#settle(this.#pathConditions.termAfter(check, learned, state.pathCondition));
      const verdict = this.#verdict(taken, assumed);
      if (verdict === 'never') return;
      if (verdict === 'sometimes') assumed = assuming(assumed, taken);
    }
    for (const { when, to } of edges) {
      const term = when === undefined ? undefined : this.#pathConditions.termAfter(when, learned, state.pathCondition);
      const open = term && this.#settle(term);
      const verdict = open ? this.#verdict(open, assumed) : 'always';
      if (verdict === 'never') continue;
      this.#follow(state, learned, to, verdict === 'always' ? assumed : assuming(assumed, open!));
      if (verdict === 'always') return;
      assumed = assuming(assumed, this.#regions.not(open!));
    }
    this.#follow(state, learned, this.#inUse.steps.length, assumed);
  }

  #follow(state: Draft, learned: Consequence, to: number, assumed: Assumed): Draft {
    const { by } = learned;
    this.#budget.spend(1);
    const known = this.#pathConditions.between(state.at, to, learned, state.pathCondition);
    const next = this.#arrive(to, known, stillAssumed(assumed, known.values()));
    state.transitions.push({ by, to: next });
    const shown = state.shown + (state.isShown ? 1 : 0);
    if (!next.reached || shown < next.shown)
      Object.assign(next, { shown, reached: { from: state, by, assumed } satisfies Reached });
    return next;
  }

  #arrive(at: number, pathCondition: PathCondition, assumed: Assumed): Draft {
    const key = `${at} ${pathConditionKey(pathCondition)}${keyOfAssumed(assumed)}`;
    const known = this.#byPathCondition.get(key);
    if (known) return known;
    const basis = { index: -1, at, isShown: false, transitions: [], shown: 0, reached: null };
    const state: Draft = { ...basis, pathCondition, assumed };
    this.#byPathCondition.set(key, state);
    this.#arrived[at]!.push(state);
    return state;
  }

  #finish(state: Draft): void {
    state.index = this.#states.push(state) - 1;
  }

  /** What can't be said counts as possible both ways. */
  #verdict(term: Term, assumed: Assumed): 'always' | 'sometimes' | 'never' {
    if (term.kind === 'known') return term.value === true ? 'always' : 'never';
    const verdict = this.#regions.holds(term, assumed, this.#budget);
    return verdict === notKnown ? 'sometimes' : verdict;
  }
}

function assumedBy(state: VisitState): readonly Term[] {
  const assumed = new Set<Term>();
  for (let { reached } = state; reached; { reached } = reached.from)
    for (const term of reached.assumed) assumed.add(term);
  return [...assumed];
}

type Reached = NonNullable<VisitState['reached']> & { readonly by: VisitMove };
