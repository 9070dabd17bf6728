import type { Expression } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import type { VariantName } from '../variant-texts.ts';
import type { Computation } from './reads.ts';

/**
 * What all visits of a compiled funnel come to, distinguished only by what happens in them: nothing is left out here
 * because it only follows from something else. Steps and branches come in the order of the file.
 */
export type Verdicts = Proof | Undecided;

/** All that there is to find. */
export type Proof = Disproved & { readonly kind: 'proved' };

/** What was found. Every visit given is one of the shortest, in which the fewest steps are shown. */
export interface Disproved {
  readonly unreachableSteps: readonly UnreachableStep[];
  readonly unreachableEdges: readonly UnreachableEdge[];
  readonly unreachableOutcomes: readonly UnreachableOutcome[];
  readonly missingAnswers: readonly MissingAnswer[];
  readonly missingValues: readonly MissingValue[];
  /** Of the recalls asked about, those that some visit which comes there has no answer for. */
  readonly missingRecalls: readonly MissingRecall[];
  readonly goalsTwice: readonly GoalTwice[];
  readonly stuck: readonly Stuck[];
  /** Steps that offer some visitors fewer options than have to be chosen, or none. */
  readonly bare: readonly Stuck[];
  /** Options that no visitor who is shown their step is offered. */
  readonly unofferedOptions: readonly { readonly step: string; readonly option: string }[];
  /** Ids of the steps whose checks take every answer that a visitor gives. */
  readonly idleChecks: readonly string[];
}

/** What was found is true; whether there is more is known but for what is open. */
export type Undecided = Disproved &
  StateExplosion & {
    readonly kind: 'undecided';
    readonly open: readonly OpenQuestion[];
    /** How many visits were played, none of which shows that a step, a branch or an outcome that is open can be had. */
    readonly tried: number;
  };

/** What is neither proved nor refuted: whether a visitor sees, takes or gets it, or has no answer, or passes both steps. */
export type OpenQuestion =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'edge'; readonly step: string; readonly edge: number }
  | { readonly kind: 'outcome'; readonly outcome: string }
  | { readonly kind: 'stuck'; readonly step: string }
  | { readonly kind: 'bare'; readonly step: string }
  | { readonly kind: 'answer'; readonly asked: Asked; readonly field: string }
  | { readonly kind: 'computation'; readonly asked: Asked; readonly computation: Computation }
  | ({ readonly kind: 'recall' } & RecallUse)
  | { readonly kind: 'goal'; readonly goal: string; readonly steps: readonly [string, string] };

/** Where visits are too many. */
export interface StateExplosion {
  /** The step where the combinations to remember are the most. */
  readonly step: string;
  /** The answers (by field), sums, variants and query parameters that have to be remembered together there. */
  readonly tracked: readonly string[];
}

/** A step that is shown to no visitor. */
export interface UnreachableStep {
  readonly step: string;
  /** Whether some visits come to it and its `showIf` is false for all of them; if not, all lead past it. */
  readonly isHidden: boolean;
  /**
   * A visit that goes past it; one that comes to it, if it is hidden. It ends at the first step shown after that (which has
   * no answer), or with an outcome.
   */
  readonly visit: ExampleVisit;
}

/** An edge that no visitor takes out of a step that some visitor is shown. */
export interface UnreachableEdge {
  readonly step: string;
  /** Its place in `next` of the compiled step. */
  readonly edge: number;
  /** Whether its condition holds for some visits that come to the step, all of which take an edge above it. */
  readonly isShadowed: boolean;
  /** The edge above it whose condition holds for all visits that leave the step, if there is one. */
  readonly coveredBy?: number;
  /** A visit that leaves the step another way; one for which the condition holds, if it is shadowed. It ends at the first step shown after it (which has no answer), or with an outcome. */
  readonly visit: ExampleVisit;
}

/** An outcome that no visitor gets. */
export interface UnreachableOutcome {
  readonly outcome: string;
  /** A whole visit for which its condition holds, with the outcome that it gets instead; none, if it holds for no visit. */
  readonly shadowed?: ExampleVisit;
  /** The outcome above it whose condition holds for all visits for which its own does, if one alone is known to. */
  readonly coveredBy?: string;
}

/** Where a condition is asked; that of an edge or an outcome only when none above it holds. */
export type Asked =
  | { readonly kind: 'show_if'; readonly step: string }
  | { readonly kind: 'option'; readonly step: string; readonly option: string }
  | { readonly kind: 'check'; readonly step: string }
  | { readonly kind: 'edge'; readonly step: string; readonly edge: number }
  | { readonly kind: 'outcome'; readonly outcome: string };

/** A condition that reads an answer (itself, or through variables) which some visit doesn't have there. */
export interface MissingAnswer {
  readonly asked: Asked;
  readonly field: string;
  /** The steps passed before it is asked, each left; the step of an edge too. Before an outcome: with the outcome it gets. */
  readonly visit: ExampleVisit;
}

/** A condition that reads (itself, or through variables) what has no value in some visit, though its parts have: it divides by 0. */
export interface MissingValue {
  readonly asked: Asked;
  readonly computation: Computation;
  /** As that of a missing answer. */
  readonly visit: ExampleVisit;
}

/** A field or a variable that the texts of a step or an outcome recall; `proveFunnel(funnel, recalls)` is asked about them. */
export interface RecallUse {
  readonly at:
    { readonly kind: 'step'; readonly step: string } | { readonly kind: 'outcome'; readonly outcome: string };
  readonly field: string;
  /** Who reads it, if not everyone there. */
  readonly variant?: VariantName;
  /** Whether it is a variable that always has a value, decided by conditions: what these read is to have one too. */
  readonly isText?: true;
  /** What is shown, where it is worked out for that place alone; `field` is then how it is written. */
  readonly value?: Expression;
}

/** A recall that is shown to a visitor who has not answered the question, or whose variable has no value. */
export interface MissingRecall extends RecallUse {
  /** It ends at that step (which has no answer), or with that outcome. */
  readonly visit: ExampleVisit;
}

/** A step that some visitors can't go on from: its check takes no answer at all of them, or too few options are offered. */
export interface Stuck {
  readonly step: string;
  /** It ends at that step, which has no answer. */
  readonly visit: ExampleVisit;
}

/** Two steps with the same goal that one visit passes; every such two are reported. */
export interface GoalTwice {
  readonly goal: string;
  /** Ids of the steps, in the order of the file. */
  readonly steps: readonly [string, string];
  /** It ends when the second of them is left. */
  readonly visit: ExampleVisit;
}
