import type { Range } from '../expression/value-range.ts';
import type { Answer, CompiledFunnel } from '../../model.ts';
import type { Slot, Term } from '../expression/terms.ts';

/** What of a compiled funnel an exploration looks at. */
export type ExplorableFunnel = Pick<
  CompiledFunnel,
  'steps' | 'conditions' | 'variables' | 'dimensions' | 'experiments' | 'hiddenFields' | 'builtOn'
>;

/**
 * What makes a visit go on from one state to the next. Values that no condition further on can tell apart are one event;
 * the value given is one of them.
 */
export type VisitMove =
  /**
   * The step was shown and left, with this answer; `undefined` where nothing is asked or nothing was said, and where it is a
   * number of which only what is assumed is known.
   */
  | {
      readonly kind: 'passed';
      readonly answer: Answer | undefined;
      /** The name of the number, where only what is assumed of it is known. */
      readonly number?: Slot;
      readonly points: ReadonlyMap<string, Range>;
      /** The points of this answer on each dimension that conditions ask for, in the order in which they are added up. */
      readonly scored: ReadonlyMap<string, readonly number[]>;
      /** How many different answers make it. */
      readonly count: bigint;
    }
  /** One part of the answer to a step that is answered part by part; the step is passed, without an answer, after the last. */
  | {
      readonly kind: 'part';
      readonly answer: readonly string[];
      readonly scored: ReadonlyMap<string, readonly number[]>;
      readonly count: bigint;
    }
  /** The step was not shown. */
  | { readonly kind: 'hidden' }
  /** Known since before the first step, but of no consequence before this place. */
  | { readonly kind: 'variant'; readonly experiment: string; readonly variant: string }
  | { readonly kind: 'query'; readonly name: string; readonly value: string | undefined }
  /** Of the numbers that were answered, those are looked at for which this holds. */
  | { readonly kind: 'assumed'; readonly term: Term };

export interface VisitTransition {
  readonly by: VisitMove;
  readonly to: VisitState;
}

/** What is known, by the number of each condition whose meaning it has changed. */
export type PathCondition = ReadonlyMap<number, Term>;

/** All visits that have come to a step and that no condition distinguishes from there on. */
export interface VisitState {
  /** Its place among the states of the exploration: every way leads to a later one. */
  readonly index: number;
  /** Index of the step; the number of steps at the finish. */
  readonly at: number;
  /** Whether the step is shown; false too where something first has to be known, and at the finish. */
  readonly isShown: boolean;
  readonly transitions: readonly VisitTransition[];
  /** How many steps the shortest visit up to here was shown. */
  readonly shown: number;
  /** The last part of that visit; `null` at the start. */
  readonly reached: {
    readonly from: VisitState;
    readonly by: VisitMove;
    /** What holds for the numbers that were answered by then. */
    readonly assumed: readonly Term[];
  } | null;
}
