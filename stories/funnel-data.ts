/** What stories are made of. All of it is plain JSON: the author's side of the engine never comes to the browser. */

import type { Answer, CompiledFunnel, FunnelWords, Locale } from '../engine/model.ts';
import type { ExampleVisit } from '../engine/problem.ts';
import type { PlanContent } from '../web/pages/plan/plan-content.ts';

/** A funnel in all its languages: the default export of `virtual:funnel/<id>`. */
export interface StoryFunnel {
  readonly funnel: CompiledFunnel;
  readonly words: Readonly<Record<Locale, FunnelWords>>;
  /** What the page of a plan shows besides the plan itself, by locale. */
  readonly plans: Readonly<Record<Locale, PlanContent>>;
}

/** `empty`: as first met. `chosen`: with an answer, as after Back. `invalid`: Continue can't go on. `refused`: its check doesn't take the answer. `ended`: its timer has run down. `last`: the visit ends here. */
export type StepState = 'empty' | 'chosen' | 'invalid' | 'refused' | 'ended' | 'last';

/** One step in one state. */
export interface StepArgs {
  readonly shows: 'step';
  readonly step: string;
  readonly state: StepState;
  /** The visit that comes to the step; its last entry is the step itself. */
  readonly visit: ExampleVisit;
  /** What is answered (`chosen`, `last`), or what is put in that can't be (`invalid`, `refused`); nothing where nothing is put in. */
  readonly answer?: Answer;
  /** Where the visit ends (`last`). */
  readonly outcome?: string;
  /** Which variant the visitor has, where that is not the first, and the texts depend on it. */
  readonly reader?: string;
}

/** What a visit that ends in an outcome leads to. */
export interface OutcomeArgs {
  readonly shows: 'results' | 'plan';
  readonly outcome: string;
  readonly visit: ExampleVisit;
}

/** What keeps a funnel from being shown, as the terminal would say it. */
interface ProblemsArgs {
  readonly shows: 'problems';
  readonly problems: readonly string[];
}

export type FunnelStoryArgs = StepArgs | OutcomeArgs | ProblemsArgs;
