/**
 * The names of the funnels as types: code that speaks of a field, an option, a step or an outcome that a funnel doesn't
 * have fails to compile. Only for code that knows a funnel by name, such as tests and reports; the site itself knows none.
 */

import type { Funnels } from '../schemas/generated/funnels.d.ts';

/** Id of a funnel, such as `sleep-issues`. */
export type FunnelId = keyof Funnels;

/** The answers of a visit, by field; each may be missing, as visits take different ways. */
export type AnswersOf<Id extends FunnelId> = { readonly [Field in FieldOf<Id>]?: Part<Id, 'answers'>[Field] };
/** A name under which an answer is stored. */
export type FieldOf<Id extends FunnelId> = keyof Part<Id, 'answers'>;
/** Key of an option of the choice that is stored under a field. */
export type OptionOf<Id extends FunnelId, Field extends FieldOf<Id>> = Exclude<
  Part<Id, 'answers'>[Field] extends readonly (infer Key)[] ? Key : Part<Id, 'answers'>[Field] & string,
  WrittenIn
>;
/** The key of an option with what a visitor wrote in. */
type WrittenIn = `${string}:${string}`;

export type StepOf<Id extends FunnelId> = Part<Id, 'step'>;
export type OutcomeOf<Id extends FunnelId> = Part<Id, 'outcome'>;
export type VariableOf<Id extends FunnelId> = Part<Id, 'variable'>;
export type GoalOf<Id extends FunnelId> = Part<Id, 'goal'>;
export type LocaleOf<Id extends FunnelId> = Part<Id, 'locale'>;
/** A variant of each experiment. */
export type VariantsOf<Id extends FunnelId> = Readonly<Part<Id, 'variants'>>;

/** Written so that it is sound for no funnels at all, too. */
type Part<Id extends FunnelId, Key extends string> =
  Funnels[Id] extends Readonly<Record<Key, infer Value>> ? Value : never;
