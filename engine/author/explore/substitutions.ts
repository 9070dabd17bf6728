import type { Range } from '../expression/value-range.ts';
import { pointsInOrder, pointsOf } from '../steps/candidate.ts';
import type { Budget } from '../solve/budget.ts';
import { comparisonsWith, notCompared, textSource } from './comparisons.ts';
import {
  adding,
  dimensionsAddedInOrder,
  dimensionsOn,
  effectOf,
  ending,
  endingSums,
  type Replacement,
  sumOf,
} from './sums.ts';
import { kindsOfAnswer, workForOne } from './kinds-of-answer.ts';
import { groupRewriter, type Replacements, type Rewrite, rewriter } from './rewrite.ts';
import type { Slot, Term, Terms } from '../expression/terms.ts';
import { type NumberRegions, numberOf } from './number-regions.ts';
import { partInSlot, slotOf, slotsOf, valueOf } from './slots.ts';
import type { ConditionsInUse } from './transitions.ts';
import type { ExplorableFunnel, VisitMove } from './visit-state.ts';
import type { CompiledOption, CompiledStep } from '../../model.ts';
import type { Value } from '../../run/expression.ts';
import { rulesOf } from '../../run/steps/index.ts';
import { isOptional } from '../../run/answer.ts';
import { candidates, countCandidates, questionOf } from '../steps/index.ts';

/** Something that has become known, and the numbers of the conditions that it can change. */
export interface Substitution {
  readonly conditions: readonly number[];
  readonly rewrite: Rewrite;
}

/** An event, and what is known by it. */
export interface Consequence {
  readonly by: VisitMove;
  readonly substitutions: readonly Substitution[];
}

/** What becomes known by a step that is answered part by part. */
export interface PassingInParts {
  /** For each part, one event for each kind of answer to it. */
  readonly parts: readonly (readonly Consequence[])[];
  readonly passed: Consequence;
}

interface SubstitutionsInput {
  readonly funnel: ExplorableFunnel;
  readonly terms: Terms;
  readonly inUse: ConditionsInUse;
  readonly budget: Budget;
  /** The numbers of which no single answers are tried. */
  readonly regions?: NumberRegions;
  /**
   * Dimensions whose sums the caller adds up: no answers with other points on them are of one kind, and terms keep them.
   */
  readonly apart?: ReadonlySet<string>;
}

/** What becomes known at each place of a visit. Each is worked out once, when it is first asked for. */
export class Substitutions {
  readonly #input: SubstitutionsInput;
  readonly #textsToTry: ReturnType<typeof textSource>;
  readonly #endingSums: ReadonlyMap<number, readonly Slot[]>;
  readonly #inOrder: ReadonlySet<string>;
  readonly #passing = new Map<number, readonly Consequence[]>();
  readonly #inParts = new Map<number, PassingInParts | undefined>();
  readonly #passingOver = new Map<number, readonly Substitution[]>();
  readonly #branchingOn = new Map<Slot, readonly Consequence[]>();
  /** Indexes of the steps by whose passing over something becomes known, in order. */
  readonly informative: readonly number[];

  constructor(input: SubstitutionsInput) {
    const { funnel, inUse } = input;
    this.#input = input;
    this.#textsToTry = textSource(funnel, inUse.conditions);
    this.#endingSums = endingSums(input);
    this.#inOrder = new Set(dimensionsAddedInOrder(funnel.steps));
    this.informative = [...funnel.steps.keys()].filter(
      (at) => this.#endingSums.has(at) || slotsOf(funnel.steps[at]!).some((slot) => inUse.bySlot.has(slot)),
    );
  }

  /** By passing a step: one event for each kind of answer that conditions can tell apart. */
  passing(step: number): readonly Consequence[] {
    return memoized(this.#passing, step, () => this.#answerStep(step));
  }

  /**
   * By passing a step whose answer is one option of each of several groups, group by group: like as many questions. Nothing
   * where it makes no difference what is answered, and where conditions see more of it than which options it has.
   */
  inParts(step: number): PassingInParts | undefined {
    return memoized(this.#inParts, step, () => this.#answerInParts(step));
  }

  /** By passing a step over, hidden or on another branch. */
  passingOver(step: number): readonly Substitution[] {
    return memoized(this.#passingOver, step, () => [
      ...this.#substitution(
        step,
        new Map(slotsOf(this.#input.funnel.steps[step]!).map((slot) => [slot, () => this.#input.terms.missing])),
      ),
      ...this.#endSums(step),
    ]);
  }

  /** By looking at the variant of an experiment, or at a query parameter. */
  branchingOn(slot: Slot): readonly Consequence[] {
    return memoized(this.#branchingOn, slot, () => this.#branchOn(slot));
  }

  #answerStep(at: number): readonly Consequence[] {
    const { funnel, terms, budget } = this.#input;
    const step = funnel.steps[at]!;
    const slot = slotOf(step);
    const dimensions = dimensionsOn(step);
    const slots = slotsOf(step).filter((each) => this.#input.inUse.bySlot.has(each));
    if (dimensions.length === 0 && slots.length === 0) return [this.#passPlainly(step, at)];
    const apart = dimensions.filter((name) => this.#input.apart?.has(name));
    const distinguished = dimensions.filter(
      (name) => !apart.includes(name) && this.#changedBy([sumOf(name)], at).length > 0,
    );
    const asked = new Set([...distinguished, ...apart]);
    const inOrder = new Set([...asked].filter((name) => this.#inOrder.has(name)));
    const conditions = this.#changedBy([...slots, ...distinguished.map(sumOf)], at);
    const open = this.#terms(conditions);
    const comparisons = comparisonsWith(slot, open);
    const grid = this.#input.regions?.gridOf(step, comparisons);
    if (grid && 'field' in step) {
      const number = this.#passAnyNumber(step, at, grid.last + 1);
      return isOptional(step) ? [number, this.#passWithout(at)] : [number];
    }
    const placed = new Set(slots.flatMap((each) => partInSlot(step, each) ?? []));
    const tried = { step, comparisons, dimensions, asked, inOrder, placed, texts: this.#textsToTry(comparisons) };
    budget.reserve((countCandidates(tried) ?? 0) * workForOne(conditions));
    const kinds = kindsOfAnswer({
      candidates: budget.isSpent ? [] : candidates(tried),
      conditions: open,
      rewriteFor: ({ answer }) =>
        rewriter(
          terms,
          new Map<Slot, Replacement>([
            ...slots.map((each) => [each, () => terms.known(valueOf(step, answer, partInSlot(step, each)))] as const),
            ...distinguished.map((name) => [sumOf(name), adding(terms, pointsInOrder(step, answer, name))] as const),
          ]),
          budget,
        ),
      difference: ({ answer }) =>
        isWritten(step)
          ? String(answer === undefined)
          : [
              ...apart.map((name) => effectOf(pointsInOrder(step, answer, name), inOrder.has(name))),
              ...distinguished.map((name) =>
                inOrder.has(name) ? effectOf(pointsInOrder(step, answer, name), true) : '',
              ),
            ].join(),
      counted: (count, candidate) => (isWritten(step) ? count : count + candidate.count),
      budget,
    });
    const ended = this.#endSums(at);
    return kinds.map(({ example, points, rewrite, count }) => ({
      by: {
        kind: 'passed',
        answer: example.answer,
        points: new Map(dimensions.map((name, n) => [name, points[n]!])),
        scored: new Map(apart.map((name) => [name, pointsInOrder(step, example.answer, name)])),
        count,
      },
      substitutions: conditions.length > 0 ? [{ conditions, rewrite }, ...ended] : ended,
    }));
  }

  #answerInParts(at: number): PassingInParts | undefined {
    const { funnel, terms, budget } = this.#input;
    const step = funnel.steps[at]!;
    const groups = questionOf(step.type)?.parts?.(step);
    const slot = slotOf(step);
    const conditions = this.#changedBy([slot], at);
    const open = this.#terms(conditions);
    const apart = dimensionsOn(step).filter((name) => this.#input.apart?.has(name));
    const isAsked = conditions.length > 0 || apart.length > 0;
    if (!groups || !isAsked || !comparisonsWith(slot, open).isAll) return undefined;
    const parts = groups.map((options) => {
      const group = new Set<Value>(options.map((option) => option?.key));
      const kinds = kindsOfAnswer({
        candidates: options.map((option) => ({ answer: option ? [option.key] : [], option, points: [], count: 1n })),
        conditions: open,
        rewriteFor: ({ option }) => groupRewriter(terms, { slot, group, chosen: option?.key }, budget),
        difference: ({ option }) => apart.map((name) => pointsIn(option, name)).join(),
        counted: (count) => count + 1n,
        budget,
      });
      return kinds.map(({ example: { answer, option }, rewrite, count }): Consequence => {
        const scored = new Map(apart.map((name) => [name, [pointsIn(option, name)]]));
        return { by: { kind: 'part', answer, scored, count }, substitutions: [{ conditions, rewrite }] };
      });
    });
    const passed: VisitMove = { kind: 'passed', answer: undefined, points: noPoints, scored: noScores, count: 1n };
    // What is in the answer has been put in; what is left to be known of it is that nothing more is.
    const substitutions = this.#substitution(at, new Map([[slot, () => terms.missing]]));
    return { parts, passed: { by: passed, substitutions } };
  }

  /** Where nothing depends on the answer, the first will do. */
  #passPlainly(step: CompiledStep, at: number): Consequence {
    const texts = this.#textsToTry(notCompared);
    const tried = candidates({ step, comparisons: notCompared, dimensions: [], asked: new Set(), texts });
    const all = [...tried];
    const given = all.filter(({ answer }) => answer !== undefined);
    const counted = isWritten(step) ? [...given.slice(0, 1), ...all.filter((each) => !given.includes(each))] : all;
    const count = counted.reduce((sum, candidate) => sum + candidate.count, 0n);
    return {
      by: { kind: 'passed', answer: all[0]?.answer, points: noPoints, scored: noScores, count },
      substitutions: this.#endSums(at),
    };
  }

  /** Which number was answered is left open: conditions keep it. */
  #passAnyNumber(step: CompiledStep & { readonly field: string }, at: number, count: number): Consequence {
    const number = numberOf(step.field);
    const term = this.#input.terms.slot(number);
    return {
      by: { kind: 'passed', answer: undefined, number, points: noPoints, scored: noScores, count: BigInt(count) },
      substitutions: [...this.#substitution(at, new Map([[slotOf(step), () => term]])), ...this.#endSums(at)],
    };
  }

  #passWithout(at: number): Consequence {
    return {
      by: { kind: 'passed', answer: undefined, points: noPoints, scored: noScores, count: 1n },
      substitutions: this.passingOver(at),
    };
  }

  #branchOn(slot: Slot): readonly Consequence[] {
    const { funnel, inUse, terms, budget } = this.#input;
    const name = slot.slice(slot.indexOf(' ') + 1);
    const isVariant = slot.startsWith('variant ');
    const conditions = inUse.bySlot.get(slot) ?? [];
    const open = this.#terms(conditions);
    const variants = funnel.experiments.find((experiment) => experiment.name === name)?.variants ?? [];
    const values: readonly (string | undefined)[] = isVariant
      ? variants.map((variant) => variant.name)
      : [undefined, ...this.#textsToTry(comparisonsWith(slot, open))];
    const kinds = kindsOfAnswer({
      candidates: values.map((answer) => ({ answer, points: [], count: 1n })),
      counted: (count) => count,
      conditions: open,
      rewriteFor: ({ answer }) => rewriter(terms, new Map([[slot, () => terms.known(answer)]]), budget),
      budget,
    });
    return kinds.map(({ example: { answer: value }, rewrite }) => ({
      by: isVariant ? { kind: 'variant', experiment: name, variant: value ?? '' } : { kind: 'query', name, value },
      substitutions: [{ conditions, rewrite }],
    }));
  }

  /** Sums that no later step adds to are as good as numbers. */
  #endSums(at: number): readonly Substitution[] {
    const slots = this.#endingSums.get(at);
    if (!slots) return [];
    return this.#substitution(at, new Map(slots.map((slot) => [slot, ending(this.#input.terms)])));
  }

  #substitution(at: number, replacements: Replacements): readonly Substitution[] {
    const conditions = this.#changedBy(replacements.keys(), at);
    return conditions.length > 0
      ? [{ conditions, rewrite: rewriter(this.#input.terms, replacements, this.#input.budget) }]
      : [];
  }

  /** The conditions that depend on something and are still asked after a step. */
  #changedBy(slots: Iterable<Slot>, at: number): readonly number[] {
    const { inUse } = this.#input;
    const numbers = [...slots].flatMap((slot) => inUse.bySlot.get(slot) ?? []);
    return [...new Set(numbers)].filter((condition) => inUse.isAskedAfter(condition, at));
  }

  #terms(conditions: readonly number[]): readonly Term[] {
    return conditions.map((condition) => this.#input.inUse.conditions[condition]!.term);
  }
}

const noPoints: ReadonlyMap<string, Range> = new Map();
const noScores: ReadonlyMap<string, readonly number[]> = new Map();

const pointsIn = (option: CompiledOption | undefined, dimension: string): number =>
  option ? pointsOf(option, dimension) : 0;

/** Whether a step takes any text. */
function isWritten(step: CompiledStep): boolean {
  return rulesOf(step).question?.isFreeText ?? false;
}

function memoized<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
