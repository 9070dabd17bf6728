import { type Term, Terms } from '../expression/terms.ts';
import { answersToTry, conditionAfter } from '../explore/answers-to-try.ts';
import { NumberRegions } from '../explore/number-regions.ts';
import { type StepPhase, type VisitQuery, type StepWiring, wiringOf } from '../explore/transitions.ts';
import { questionOf } from '../steps/index.ts';
import { type Computation, Reads } from './reads.ts';
import type { Asked, RecallUse } from './verdicts.ts';
import type { CompiledFunnel, Expression } from '../../model.ts';
import { isOptional, isQuestion } from '../../run/answer.ts';
import { below } from '../../run/walk.ts';

/** Something that no visit should show. */
export type Suspicion = VisitQuery &
  (
    | { readonly kind: 'answer'; readonly asked: Asked; readonly field: string }
    | { readonly kind: 'computation'; readonly asked: Asked; readonly computation: Computation }
    | { readonly kind: 'recall'; readonly recall: RecallUse }
    | { readonly kind: 'stuck'; readonly step: string }
    | { readonly kind: 'bare'; readonly step: string }
  );

/** A text of a variable, by its place in the list. */
export interface TextBranch {
  readonly variable: string;
  readonly branch: number;
}

export interface FunnelTerms {
  readonly funnel: CompiledFunnel;
  readonly terms: Terms;
  readonly wiring: readonly StepWiring[];
  readonly regions: NumberRegions;
}

/** A funnel, to be asked about. `fewest`: as `NumberRegions` has it. */
export function termsOf(funnel: CompiledFunnel, fewest?: number): FunnelTerms {
  const terms = new Terms();
  return { funnel, terms, wiring: wiringOf(funnel, terms), regions: new NumberRegions(funnel, terms, fewest) };
}

/** Asks what the proofs ask of the visits of a funnel. */
export class Asks {
  readonly #input: FunnelTerms;
  readonly #reads: Reads;
  readonly #always: AlwaysAnswered;
  /** For each outcome: that a visit gets it, and that its condition holds. */
  readonly outcomes: readonly { readonly gets: Term; readonly holds: Term }[];

  constructor(input: FunnelTerms) {
    this.#input = input;
    this.#reads = new Reads(input.funnel, input.terms);
    this.#always = alwaysAnswered(input.funnel, input.wiring);
    const conditions = input.funnel.outcomes.map(({ when }) => this.#reads.condition(when));
    this.outcomes = this.firstOf(conditions).map((gets, at) => ({ gets, holds: conditions[at]! }));
  }

  /** For each condition of a list: that it holds, and none before it. */
  firstOf(conditions: readonly Term[]): readonly Term[] {
    return this.#noneBefore(conditions).map((none, at) => this.#both(none, conditions[at]!));
  }

  /**
   * Which outcomes above one that no visitor gets may take all of its visitors, and that one doesn't: the last that some
   * visitor gets, and the one that an example gets instead.
   */
  *coverings({ dead, number, instead }: Shadowed): Iterable<{ readonly above: number; readonly uncovered: Term }> {
    const { outcomes } = this.#input.funnel;
    const last = outcomes.findLastIndex((_, at) => !dead.has(at));
    for (const above of new Set([last, outcomes.findIndex(({ id }) => id === instead)])) {
      if (above < 0 || above >= number) continue;
      yield { above, uncovered: this.#both(this.outcomes[number]!.holds, this.#not(this.outcomes[above]!.holds)) };
    }
  }

  /** Of a step with edges that no visitor takes: the last that some do, above others, and that its condition is false. */
  lastTaken(at: number, dead: ReadonlySet<number>): { readonly edge: number; readonly fails: Term } | undefined {
    const { edges } = this.#input.wiring[at]!;
    const edge = edges.findLastIndex((_, number) => !dead.has(number));
    const when = edges[edge]?.when;
    return when && edge < edges.length - 1 ? { edge, fails: this.#not(when) } : undefined;
  }

  /** Where a condition of the ways may read what has no value: an answer that is missing, a division by 0. */
  *readsOfEdges(): Iterable<Suspicion> {
    for (const [at, { id: step, showIf, check, offeredIf = {}, next }] of this.#input.funnel.steps.entries()) {
      const ofShowIf = { kind: 'show_if', step } as const;
      yield* this.#readsOf([{ when: showIf, asked: ofShowIf }], at, 'arriving');
      for (const [option, when] of Object.entries(offeredIf))
        yield* this.#readsOf([{ when, asked: { kind: 'option', step, option } }], at, 'shown');
      yield* this.#readsOf([{ when: check, asked: { kind: 'check', step } }], at, 'answering');
      const edges = next.map(({ when }, edge) => ({ when, asked: { kind: 'edge', step, edge } as const }));
      yield* this.#readsOf(edges, at, 'leaving');
    }
  }

  /** Where a check may take no answer at all. What may be left out passes. */
  *stuck(): Iterable<Suspicion> {
    const { funnel, terms, wiring } = this.#input;
    for (const [at, step] of funnel.steps.entries()) {
      const check = wiring[at]?.check;
      if (!check || step.check === undefined || isOptional(step)) continue;
      const term = answersToTry(funnel, step, check).reduce(
        (none, answer) => this.#both(none, this.#not(conditionAfter(terms, step, answer, check))),
        terms.true,
      );
      if (term !== terms.false) yield { kind: 'stuck', step: step.id, at, moment: 'shown', term };
    }
  }

  /** Where fewer options may be offered than have to be chosen, or none at all. */
  *bare(): Iterable<Suspicion> {
    const { funnel, terms, wiring } = this.#input;
    for (const [at, step] of funnel.steps.entries()) {
      const offeredIf = wiring[at]?.offeredIf;
      if (!offeredIf || !('options' in step)) continue;
      const [alone, together] = [true, false].map((isAlone) =>
        step.options
          .filter(({ exclusive = false }) => exclusive === isAlone)
          .map(({ key }) => offeredIf.get(key) ?? terms.true),
      ) as [Term[], Term[]];
      const fewest = Math.max(1, questionOf(step.type)?.fewest?.(step) ?? 1);
      const enough = fewest === 1 ? this.#any(together) : this.#atLeast(fewest, together);
      const term = this.#not(this.#any([...alone, enough]));
      if (term !== terms.false) yield { kind: 'bare', step: step.id, at, moment: 'shown', term };
    }
  }

  /** That an option is offered which not everyone is offered, for each such option of a step. */
  *offering(): Iterable<VisitQuery & { readonly step: string; readonly option: string }> {
    for (const [at, { offeredIf = [] }] of this.#input.wiring.entries())
      for (const [option, term] of offeredIf)
        yield { step: this.#input.funnel.steps[at]!.id, option, at, moment: 'shown', term };
  }

  /** That a check doesn't take an answer of options that are offered. */
  *refusing(): Iterable<VisitQuery> {
    const { funnel, terms, wiring } = this.#input;
    for (const [at, { check: name }] of funnel.steps.entries()) {
      if (name === undefined) continue;
      const check = this.#reads.condition(name);
      const { isOffered = terms.true } = wiring[at]!;
      yield { at, moment: 'answering', term: this.#both(isOffered, this.#not(check)) };
    }
  }

  /** Where the condition of an outcome may. */
  readsOfOutcomes(): Iterable<Suspicion> {
    const { outcomes, steps } = this.#input.funnel;
    const asked = outcomes.map(({ id, when }) => ({ when, asked: { kind: 'outcome', outcome: id } as const }));
    return this.#readsOf(asked, steps.length, 'arriving');
  }

  /** Where a text may recall what was not answered. */
  *recalls(recalls: readonly RecallUse[], kind: RecallUse['at']['kind']): Iterable<Suspicion> {
    for (const recall of recalls) {
      if (recall.at.kind !== kind) continue;
      const reader = this.#readerOf(recall);
      if (!reader) continue;
      const isAlways = (field: string) => this.#always(field, reader.at, reader.moment);
      const lacks = recall.isText
        ? this.#reads.missesAny({ kind: 'variable', name: recall.field }, isAlways)
        : this.#reads.lacks(recall.value ?? recall.field, isAlways);
      if (lacks === this.#input.terms.false) continue;
      yield { kind: 'recall', recall, ...reader, term: this.#both(reader.term, lacks) };
    }
  }

  /** Where a visitor reads a text of a variable: each of its texts at each recall. */
  *texts(recalls: readonly RecallUse[]): Iterable<VisitQuery & TextBranch> {
    for (const recall of recalls) {
      const reader = recall.isText && this.#readerOf(recall);
      if (!reader) continue;
      const chosen = this.firstOf(this.#reads.branches(recall.field));
      for (const [branch, term] of chosen.entries())
        yield { ...reader, term: this.#both(reader.term, term), variable: recall.field, branch };
    }
  }

  /** The visits that come to a text; nothing where its step or outcome isn't there. */
  #readerOf({ at: place, variant }: RecallUse): VisitQuery | undefined {
    const { terms } = this.#input;
    const { steps, outcomes } = this.#input.funnel;
    const isVariant = variant ? this.#reads.hasVariant(variant) : terms.true;
    if (place.kind === 'step') {
      const at = steps.findIndex(({ id }) => id === place.step);
      return at === -1 ? undefined : { at, moment: 'shown', term: isVariant };
    }
    const outcome = outcomes.findIndex(({ id }) => id === place.outcome);
    if (outcome === -1) return undefined;
    return { at: steps.length, moment: 'arriving', term: this.#both(this.outcomes[outcome]!.gets, isVariant) };
  }

  *#readsOf(
    asked: readonly { when: string | undefined; asked: Asked }[],
    at: number,
    moment: StepPhase,
  ): Iterable<Suspicion> {
    if (asked.every(({ when }) => when === undefined)) return;
    const none = this.#noneBefore(asked.map(({ when }) => this.#reads.condition(when)));
    for (const [number, { when, asked: place }] of asked.entries()) {
      const expression = this.#expression(when);
      for (const what of expression ? this.#reads.readables(expression) : []) {
        if (typeof what === 'string' && this.#always(what, at, moment)) continue;
        const term = this.#both(none[number]!, this.#reads.misses(expression!, what));
        if (term === this.#input.terms.false) continue;
        const point = { asked: place, at, moment, term };
        if (typeof what === 'string') yield { kind: 'answer', field: what, ...point };
        else yield { kind: 'computation', computation: what, ...point };
      }
    }
  }

  #expression(name: string | undefined): Expression | undefined {
    return name === undefined ? undefined : this.#input.funnel.conditions[name];
  }

  #noneBefore(conditions: readonly Term[]): readonly Term[] {
    const { terms } = this.#input;
    let none: Term = terms.true;
    return conditions.map((condition) => {
      const before = none;
      none = this.#both(none, this.#not(condition));
      return before;
    });
  }

  #both(one: Term, other: Term): Term {
    return this.#input.terms.operation('and', [one, other]);
  }

  #any(all: readonly Term[]): Term {
    const { terms } = this.#input;
    return all.reduce((any, each) => terms.operation('or', [any, each]), terms.false);
  }

  #atLeast(count: number, all: readonly Term[]): Term {
    const { terms } = this.#input;
    const [one, none] = [terms.known(1), terms.known(0)];
    const sum = all.reduce(
      (total, each) => terms.operation('+', [total, terms.operation('if', [each, one, none])]),
      none,
    );
    return terms.operation('>=', [sum, terms.known(count)]);
  }

  #not(term: Term): Term {
    return this.#input.terms.operation('not', [term]);
  }
}

/** An outcome that no visitor gets though its condition holds for some. */
interface Shadowed {
  readonly number: number;
  /** All that no visitor gets. */
  readonly dead: ReadonlySet<number>;
  /** What an example for which it holds gets. */
  readonly instead: string | undefined;
}

/** Whether an answer was given on every way to a place, whatever the conditions are. */
type AlwaysAnswered = (field: string, at: number, moment: StepPhase) => boolean;

/**
 * Looks at the graph of all ways, in which coming to a step and being shown it are two places: what every way to a place
 * goes through (its dominators) has happened there.
 */
function alwaysAnswered({ steps }: CompiledFunnel, wiring: readonly StepWiring[]): AlwaysAnswered {
  const dominators = dominatorsOf(steps, wiring);
  const asking = new Map(
    steps.flatMap((step, at) => (isQuestion(step) && !isOptional(step) ? [[step.field, at]] : [])),
  );
  return (field, at, moment) => {
    const asked = asking.get(field);
    if (asked === undefined || asked > at) return false;
    const shown = shownAt(asked);
    let place = moment === 'answering' || moment === 'leaving' ? shownAt(at) : arrivingAt(at);
    while (place > shown) place = dominators[place]!;
    return place === shown;
  };
}

/** The place of coming to a step; that of the finish too. */
function arrivingAt(at: number): number {
  return 2 * at;
}

/** The place of being shown a step. */
function shownAt(at: number): number {
  return 2 * at + 1;
}

/** For each place the last one before it that every way to it goes through; -1 for the start and for what no way leads to. */
function dominatorsOf(steps: CompiledFunnel['steps'], wiring: readonly StepWiring[]): readonly number[] {
  const places = arrivingAt(wiring.length) + 1;
  const dominators = Array.from({ length: places }, () => -1);
  const isReached = Array.from({ length: places }, (_, place) => place === 0);

  function lead(from: number, to: number): void {
    let [one, other] = [from, isReached[to] ? dominators[to]! : from];
    while (one !== other) {
      if (one > other) one = dominators[one]!;
      else other = dominators[other]!;
    }
    dominators[to] = one;
    isReached[to] = true;
  }

  for (const [at, { showIf, edges }] of wiring.entries()) {
    if (!isReached[arrivingAt(at)]) continue;
    lead(arrivingAt(at), shownAt(at));
    if (showIf) lead(arrivingAt(at), arrivingAt(below(steps, at)));
    for (const { to } of edges) lead(shownAt(at), arrivingAt(to));
  }
  return dominators;
}
